import { NetworkError } from "../providers/http/send.ts";

/** Code of a step that not everybody needs. Throws a NetworkError if it does not load. */
export async function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new NetworkError();
  }
}
