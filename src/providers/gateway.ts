/** A gateway answers so where no server stands behind it; our own says with a body why it is 503. */
const NO_SERVER = [502, 503, 504];

export function isFromGateway(status: number): boolean {
  return NO_SERVER.includes(status);
}
