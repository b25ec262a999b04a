const NO_SERVER = [502, 503, 504];

/** Whether a gateway answered in place of a server; ours says in a problem of its own why it cannot. */
export function isFromGateway({ status, headers }: Response): boolean {
  return NO_SERVER.includes(status) && !headers.get("content-type")?.includes("json");
}

/** The same of a thrown refusal, whose body has a code where it is a problem of our API. */
export function isGatewayError(error: unknown): boolean {
  const { status, body } = Object(error);
  return NO_SERVER.includes(status) && Object(body).code === undefined;
}
