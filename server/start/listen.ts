import type { FastifyInstance } from "fastify";
import { browserAddress } from "../browserAddress.ts";
import { listenError } from "./startError.ts";

interface ListenOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  backlog?: number;
}

/** Listens and returns the address to open in a browser; throws StartError if it cannot. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<string> {
  const { host, port } = options;
  try {
    await app.listen(options);
  } catch (error) {
    throw listenError(error, host, port);
  }
  const address = app.server.address();
  return browserAddress(host, typeof address === "object" && address ? address.port : port);
}
