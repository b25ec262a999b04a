const NO_SERVER = [502, 503, 504];

/** Whether a gateway answered instead of the server, whose own 503 is a problem with a body. */
export function isFromGateway({ status, headers }: Response): boolean {
  return NO_SERVER.includes(status) && !headers.get("content-type")?.includes("json");
}

/** The same for a thrown error: the body of a problem of our API has a code. */
export function isGatewayError(error: unknown): boolean {
  const { status, body } = Object(error);
  return NO_SERVER.includes(status) && Object(body).code === undefined;
}
