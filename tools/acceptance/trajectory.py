"""Trajectories as `carom simulate --trajectory` writes them."""

import csv
import math


class Track:
    """Where one body was: parallel lists of times (s), positions (m) and rotations (x, y, z, w)."""

    def __init__(self, name):
        self.name = name
        self.times = []
        self.positions = []
        self.rotations = []


def read(path):
    """Tracks by node index."""
    tracks = {}
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            node = int(row[2])
            track = tracks.get(node)
            if track is None:
                track = tracks[node] = Track(row[3])
            numbers = [float(cell) for cell in row[-7:]]
            track.times.append(float(row[1]))
            track.positions.append(tuple(numbers[:3]))
            track.rotations.append(tuple(numbers[3:]))
    return tracks


def fastest(track, start=0.0, end=math.inf):
    """Greatest speed (m/s) between two steps from start to end (s), and the time at the end of the step; infinite
    where a position is not finite."""
    best, when = 0.0, 0.0
    for i in range(1, len(track.times)):
        if not start <= track.times[i] <= end:
            continue
        way = math.dist(track.positions[i], track.positions[i - 1])
        if not math.isfinite(way):
            return math.inf, track.times[i]
        speed = way / (track.times[i] - track.times[i - 1])
        if speed > best:
            best, when = speed, track.times[i]
    return best, when
