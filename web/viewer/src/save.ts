// Giving files to the user.
import {nameWithoutEnding} from './files.js';
import type {Saved} from './protocol.js';

export function save(name: string, bytes: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([bytes], {type}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has to have begun.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** With the scene that it is a recording of, where that is not the file that was loaded. What there is to say of it. */
export function saveRecording({bytes, scene, obstacle}: Saved, loaded: string): [text: string, kind: 'note' | 'error'] {
  const of = scene?.name ?? loaded;
  save(`${nameWithoutEnding(of)}.caromrec`, bytes);
  if (scene) save(scene.name, scene.bytes, 'model/gltf-binary');
  if (obstacle !== undefined)
    return [`The recording is saved, but carom replay refuses it: no file has the thrown ball, since ${obstacle}.`, 'error'];
  return [`The recording is saved${scene ? ` with ${of}, which has the thrown balls` : ''}: carom replay needs ${of} beside it.`, 'note'];
}

/** Films the canvas; the returned function ends it and saves a WebM. */
export function film(canvas: HTMLCanvasElement, name: string): () => void {
  const recorder = new MediaRecorder(canvas.captureStream(60), {mimeType: 'video/webm'});
  const parts: Blob[] = [];
  recorder.ondataavailable = event => parts.push(event.data);
  recorder.onstop = () => void new Blob(parts).arrayBuffer().then(bytes => save(name, bytes, 'video/webm'));
  recorder.start(1000);
  return () => recorder.stop();
}
