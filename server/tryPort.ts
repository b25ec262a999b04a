import { createServer } from "node:net";
import { listenFault } from "./startFault.ts";

/** A taken port shows before anything slow is started. */
export async function tryPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenFault(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
