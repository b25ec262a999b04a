import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askingOf, dueOf, requestSeconds, type Turn } from "../../domain/dictionaries/handOver.ts";
import { heartbeatSeconds } from "../../domain/dictionaries/rules.ts";

const instant = fc.integer({ min: 0, max: 20 });
const turn: fc.Arbitrary<Turn> = fc.record({
  now: instant,
  lockedUntil: fc.option(instant),
  request: fc.option(fc.record({ until: instant, handOverAt: fc.option(instant) })),
});
const isHeld = ({ now, lockedUntil }: Turn) => lockedUntil !== null && now < lockedUntil;

describe("what is due about a request for a lock", () => {
  it("is nothing where nobody asks", () => {
    fc.assert(
      fc.property(turn, (each) => {
        expect(dueOf({ ...each, request: null })).toBe("nothing");
      }),
    );
  });

  it("never takes a lock that is held and not promised for now", () => {
    fc.assert(
      fc.property(turn, (each) => {
        const promised = each.request?.handOverAt ?? null;
        fc.pre(isHeld(each) && (promised === null || promised > each.now));
        expect(dueOf(each)).not.toBe("handOver");
      }),
    );
  });

  it("gives a lock to nobody whose request has expired, and drops that", () => {
    fc.assert(
      fc.property(turn, ({ request, ...each }) => {
        fc.pre(request !== null);
        expect(dueOf({ ...each, request: { ...request, until: each.now } })).toBe("drop");
      }),
    );
  });

  it("is never nothing while a lock is free and a user asks", () => {
    fc.assert(
      fc.property(turn, (each) => {
        fc.pre(each.request !== null && !isHeld(each));
        expect(dueOf(each)).not.toBe("nothing");
      }),
    );
  });

  it("does not change back by time alone, until the request expires", () => {
    fc.assert(
      fc.property(turn, instant, (each, later) => {
        fc.pre(dueOf(each) === "handOver");
        expect(dueOf({ ...each, now: each.now + later })).not.toBe("nothing");
      }),
    );
  });

  it.each<[string, Turn, ReturnType<typeof dueOf>]>([
    [
      "waits for a holder who does not answer",
      { now: 5, lockedUntil: 6, request: { until: 9, handOverAt: null } },
      "nothing",
    ],
    [
      "hands over at the end of the lease",
      { now: 6, lockedUntil: 6, request: { until: 9, handOverAt: null } },
      "handOver",
    ],
    [
      "hands over at the promised time, although the lease goes on",
      { now: 5, lockedUntil: 99, request: { until: 9, handOverAt: 5 } },
      "handOver",
    ],
    [
      "hands over before, when the holder ends",
      { now: 1, lockedUntil: null, request: { until: 9, handOverAt: 5 } },
      "handOver",
    ],
  ])("%s", (_, given, due) => expect(dueOf(given)).toBe(due));
});

describe("asking for a lock", () => {
  const person = fc.constantFrom("hanako", "jiro", "ichiro");
  const people = fc.record({ heldBy: fc.option(person), awaitedBy: fc.option(person) });

  it("takes a lock only where nobody holds it and nobody else waits", () => {
    fc.assert(
      fc.property(person, people, (me, given) => {
        const { heldBy, awaitedBy } = given;
        const mayTake = heldBy === null && (awaitedBy === null || awaitedBy === me);
        expect(askingOf(me, given) === "take").toBe(mayTake);
      }),
    );
  });

  it("never puts a second person into the line", () => {
    fc.assert(
      fc.property(person, people, (me, given) => {
        fc.pre(given.awaitedBy !== null && given.awaitedBy !== me && given.heldBy !== me);
        expect(askingOf(me, given)).toBe("othersWait");
      }),
    );
  });

  it("leaves the own lock in another tab to taking over", () => {
    fc.assert(
      fc.property(person, people, (me, given) => {
        expect(askingOf(me, { ...given, heldBy: me })).toBe("ownTab");
      }),
    );
  });
});

it("keeps a request for at least two heartbeats, a minute apart in a hidden page", () => {
  expect(requestSeconds(300)).toBe(120);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_600 }), (lease) => {
      expect(requestSeconds(lease)).toBeGreaterThanOrEqual(2 * heartbeatSeconds(lease));
      expect(requestSeconds(lease)).toBeLessThan(lease);
    }),
  );
});
