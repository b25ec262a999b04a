import type { Verified } from "../audit/service/verifyAudit.ts";

/** What verification has found, one line for each thing that an operator has to know. */
export function describeVerified({
  seals,
  events,
  erased,
  resealed,
  future,
  difference,
}: Verified): string[] {
  return [
    ...erased.map(
      ({ values, ...day }) =>
        `${nameOf(day)}: ${values} values were erased, which the events of erasings explain.`,
    ),
    ...resealed.map(
      (day) =>
        `${nameOf(day)}: not proven. It was sealed with version 1 and personal data was erased from it: what it holds is proven since the erasing alone.`,
    ),
    ...future.map(describeFuture),
    difference
      ? `${nameOf(difference)}: ${difference.what}.`
      : `${events} events in ${seals} sealed days are as they were sealed${resealed.length > 0 ? `, but for ${resealed.length} days that are not proven` : ""}.`,
  ];
}

/** One line about a day that a clock that ran ahead has left. */
function describeFuture({ isSealed, ...day }: Verified["future"][number]): string {
  return isSealed
    ? `${nameOf(day)}: it is sealed and not over, so a clock ran ahead; later events are dated after it and not sealed until then (docs/operations/incidents.md).`
    : `${nameOf(day)}: it has events and has not begun, so a clock ran ahead; they are not sealed until it is over (docs/operations/incidents.md).`;
}

const nameOf = ({ organizationId, day }: { organizationId: number; day: string }) =>
  `organization ${organizationId}, ${day}`;
