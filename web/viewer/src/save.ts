// Giving files to the user.

export function save(name: string, bytes: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([bytes], {type}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has to have begun.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
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
