// Loaded before the server: ends its threads on SIGUSR2, as a crash would.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const started = [];
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given);
    started.push(this);
  }
};
syncBuiltinESMExports();
process.on("SIGUSR2", () => {
  for (const thread of started) void thread.terminate();
});
