// A thread of files that takes twice as long to start as its test gives to a file.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);

export function runFileTask({ begins }) {
  begins.postMessage(null);
  begins.close();
  return "read";
}
