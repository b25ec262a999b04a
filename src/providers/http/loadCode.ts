import { NetworkError } from "./send.ts";

/** The module that `load` imports when it is needed. Throws NetworkError where it does not come. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new NetworkError();
  }
}
