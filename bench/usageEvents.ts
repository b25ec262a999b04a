let sent = 0;

/** New events of now, each of some contract; contract and organization have the same id. */
export function someEvents(count: number, contracts: number) {
  const occurredAt = new Date().toISOString();
  return Array.from({ length: count }, () => {
    sent += 1;
    const organizationId = someContract(contracts);
    return { eventId: `bench-${process.pid}-${sent}`, organizationId, occurredAt, seconds: 60 };
  });
}

export function someContract(contracts: number): number {
  return 1 + Math.floor(Math.random() * contracts);
}
