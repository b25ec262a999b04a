import { connect } from "node:net";
import { z } from "zod";
import { Lane } from "./lane.ts";

/** What one account sends, over how many connections. */
const load = z.object({
  address: z.string(),
  connections: z.int(),
  requests: z.array(z.string()),
});

/** How often the flood was answered with each status. */
const answers: Record<number, number> = {};

/** Repeats at once whatever it is answered, until the process is killed. */
function flood({ address, connections, requests }: z.infer<typeof load>): void {
  const { hostname, port } = new URL(address);
  let sent = 0;
  const keepAsking = async () => {
    for (;;) {
      const lane = new Lane(connect({ host: hostname, port: Number(port) }));
      await lane.opened;
      for (let status = 1; status > 0; ) {
        const request = requests[sent % requests.length] ?? "";
        sent += 1;
        ({ status } = await lane.ask(request));
        answers[status] = (answers[status] ?? 0) + 1;
      }
      lane.close();
    }
  };
  for (let n = 0; n < connections; n += 1) void keepAsking();
}

/** A process of its own, so that its work delays no measured answer: the first message starts it. */
process.once("message", (message) => {
  flood(load.parse(message));
  process.send?.(answers);
  process.on("message", () => process.send?.(answers));
});
