// The thread that simulates, so that the page never stalls.
import {CaromError, init} from 'carom-physics';
import type {Answer, Request, Requests, RequestName} from './protocol.js';
import {Simulator} from './simulator.js';
import {arraysOf} from './spare_memory.js';

const makeEngine = () => init({threads: Number(self.name), tools: true});
const ready = makeEngine().then(engine => new Simulator(engine, makeEngine));

type Handlers = {
  [N in RequestName]: (s: Simulator, ask: Requests[N]['ask']) => Requests[N]['answer'] | Promise<Requests[N]['answer']>;
};
const nothing = (_: void): null => null;
const handlers: Handlers = {
  load: (s, {files, settings, start}) => s.load(files, settings, start),
  start: s => s.start,
  settings: (s, settings) => nothing(s.changeSettings(settings)),
  play: (s, {playing, speed}) => nothing(s.play(playing, speed)),
  step: (s, {count}) => nothing(s.step(count)),
  seek: (s, {step}) => nothing(s.seek(step)),
  restart: s => s.restart(),
  frame: (s, {views, spare}) => s.frame(views, spare),
  grab: (s, what) => nothing(s.grab(what)),
  throwBall: (s, ball) => s.throwBall(ball),
  drive: (s, {node, linear, angular}) => nothing(s.drive(node, linear, angular)),
  wheel: (s, {node, propulsion, steering}) => nothing(s.wheel(node, propulsion, steering)),
  thruster: (s, {node, ratio, gimbal}) => nothing(s.thruster(node, ratio, gimbal)),
  set: (s, {pointer, value}) => s.set(pointer, value),
  send: (s, {id}) => nothing(s.send(id)),
  pick: (s, {origin, direction}) => s.pick(origin, direction),
  bake: (s, ask) => s.bake(ask),
  recording: s => s.recording(),
};

async function answer({id, name, ask}: Request): Promise<void> {
  const answer: Answer = {id};
  const transfer: ArrayBuffer[] = [];
  const simulator = await ready;
  try {
    const handle = handlers[name] as (s: Simulator, ask: unknown) => unknown;
    answer.answer = await handle(simulator, ask);
    if (name === 'frame')
      for (const {integers, numbers} of arraysOf(answer.answer as Requests['frame']['answer'])) transfer.push(integers.buffer, numbers.buffer);
  } catch (error) {
    answer.error = {
      message: simulator.messageOf(error),
      diagnostics: error instanceof CaromError ? error.diagnostics : [],
    };
  }
  postMessage(answer, {transfer});
}

/** Some requests take several turns of the event loop: each is answered before the next begins. */
let answered = Promise.resolve();
self.onmessage = ({data}: MessageEvent<Request>): void => {
  answered = answered.then(() => answer(data));
};

let last = performance.now();
void ready.then(simulator => {
  // For tests and for the console of the browser.
  (self as unknown as {simulator: Simulator}).simulator = simulator;
  setInterval(() => {
    const now = performance.now();
    simulator.tick((now - last) / 1000);
    last = now;
  }, 1000 / 60);
});
