/** No answer came: offline, refused, cut off. The code is the one the error catalogue knows. */
export class NetworkFailure extends Error {
  readonly code = "ERR_NETWORK";

  constructor() {
    super("Network Error");
    this.name = "NetworkFailure";
  }
}

/** An answer that is none of those hoped for; messageFor() reads it as it reads an HttpError. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`HTTP ${status}`);
    this.name = "Refusal";
  }
}

/** Fetches and reads the whole answer, whatever its status; throws only NetworkFailure or an abort. */
export async function send(url: string, init: RequestInit = {}) {
  const { response, body } = await answered(url, init);
  return { status: response.status, headers: response.headers, body, json: parsed(body) };
}

async function answered(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    return { response, body: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkFailure();
  }
}

function parsed(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
