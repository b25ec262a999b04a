let sent = 0;

const ENTRIES = 10_000;

/** New events of now, each of some contract, with so many words; contract and organization have the same id. */
export function someEvents(count: number, contracts: number, words = 0) {
  const occurredAt = new Date().toISOString();
  return Array.from({ length: count }, () => {
    sent += 1;
    const organizationId = someContract(contracts);
    const event = {
      eventId: `bench-${process.pid}-${sent}`,
      organizationId,
      occurredAt,
      seconds: 60,
    };
    return words === 0 ? event : { ...event, words: someWords(words) };
  });
}

function someWords(count: number) {
  return Array.from({ length: count }, () => ({
    entryId: 1 + Math.floor(Math.random() * ENTRIES),
    count: 1 + Math.floor(Math.random() * 5),
  }));
}

export function someContract(contracts: number): number {
  return 1 + Math.floor(Math.random() * contracts);
}
