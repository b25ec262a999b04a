import type { MessagePort } from "node:worker_threads";

/** A task as a thread takes it, and what tells that the thread has begun. */
export interface ThreadTask<Task> {
  task: Task;
  begins: MessagePort;
}

/** Says that the code of the thread, and what it needs, is loaded: the time for the task runs from now on. */
export function reportBegun(begins: MessagePort): void {
  begins.postMessage(null);
  begins.close();
}
