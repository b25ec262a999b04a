import { createServer } from "node:net";
import { listenError } from "./startError.ts";

/** Reports a port in use before anything slow starts. */
export async function tryPort(host: string, port: number, variable = "PORT"): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port, variable)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
