"""Closed forms.

A pendulum that is let go at the amplitude θ0 moves as sin(θ/2) = k cd(ω t, k), k = sin(θ0/2), ω² = m g L/I about the
pivot; its period is 2π/(ω AGM(1, cos(θ0/2))). M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 16 and 17.6."""

import math


def pendulum_period(omega, amplitude):
    a, b = 1.0, math.cos(amplitude / 2)
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (omega * a) * 2


def elliptic(u, k):
    """sn, cn, dn by descending means."""
    a, c, rows = 1.0, k, []
    b = math.sqrt(1 - k * k)
    while abs(c) > 1e-15:
        rows.append((a, c))
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        rows[-1] = (a, c)
    phi = 2 ** len(rows) * a * u
    for mean, difference in reversed(rows):
        phi = (phi + math.asin(difference / mean * math.sin(phi))) / 2
    sn = math.sin(phi)
    return sn, math.cos(phi), math.sqrt(1 - (k * sn) ** 2)


def pendulum_angle(omega, amplitude, time):
    k = math.sin(amplitude / 2)
    _, cn, dn = elliptic(omega * time, k)
    return 2 * math.asin(k * cn / dn)


def time_to(omega, amplitude, angle):
    """When a pendulum that was let go first comes down to an angle; by bisection."""
    low, high = 0.0, pendulum_period(omega, amplitude) / 4
    for _ in range(80):
        middle = (low + high) / 2
        if pendulum_angle(omega, amplitude, middle) > angle:
            low = middle
        else:
            high = middle
    return low


def crossings(times, values):
    """Times at which values go through zero, either way, by straight lines between samples."""
    found = []
    for i in range(1, len(values)):
        a, b = values[i - 1], values[i]
        if a == 0 or (a < 0) == (b < 0):
            continue
        found.append(times[i - 1] + (times[i] - times[i - 1]) * a / (a - b))
    return found
