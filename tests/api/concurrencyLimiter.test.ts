import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  ConcurrencyLimiter,
  LimitReachedError,
  type Quota,
  type Slot,
} from "../../server/limiter/concurrencyLimiter.ts";

const all = (most: number): Quota => ({ key: "all", most, of: "all", limit: "server" });
const own = (key: string, most: number): Quota => ({
  key,
  most,
  of: "caller",
  limit: "requests",
});
const ofCaller = new LimitReachedError({ of: "caller", limit: "requests" });
const inQueue = new LimitReachedError({ of: "caller", limit: "waitingRequests" });
const ofAll = new LimitReachedError({ of: "all", limit: "server" });
const patient = { waitMs: 10_000, mostInQueue: 10 };
const hasty = { waitMs: 20, mostInQueue: 2 };

describe("the concurrency limiter", () => {
  it("lets in as many as there are slots, and the next one when one is given back", async () => {
    const limiter = new ConcurrencyLimiter(patient);
    const first = limiter.take("a", [all(1)]);
    expect(first).toBeDefined();
    expect(limiter.take("b", [all(1)])).toBeUndefined();
    const second = limiter.wait("b", [all(1)]);
    first?.release();
    expect(await second).toBeDefined();
    expect(limiter.taken("all")).toBe(1);
  });

  it("says whether the caller or everybody has taken the slots", async () => {
    const limiter = new ConcurrencyLimiter(hasty);
    limiter.take("a", [own("a", 1), all(2)]);
    const sameCaller = limiter.wait("a", [own("a", 1), all(2)]);
    await expect(sameCaller).rejects.toEqual(ofCaller);
    limiter.take("b", [own("b", 1), all(2)]);
    await expect(limiter.wait("c", [own("c", 1), all(2)])).rejects.toEqual(ofAll);
    expect(limiter.waiting).toBe(0);
  });

  it("lets in who waited until its quota had grown, although nobody left", async () => {
    const limiter = new ConcurrencyLimiter(hasty);
    const growing = { ...own("a", 1) };
    limiter.take("a", [growing]);
    const waiting = [
      limiter.wait("a", [growing]),
      limiter.wait("a", [growing], { waitMs: 10_000 }),
    ];
    growing.most = 3;
    await Promise.all(waiting);
    expect(limiter.taken("a")).toBe(3);
  });

  it("takes one behind its own queue for refused by the caller's slots", async () => {
    const limiter = new ConcurrencyLimiter(hasty);
    const held = limiter.take("a", [own("a", 1)]);
    const first = limiter.wait("a", [own("a", 1)], { waitMs: 10_000 });
    const second = limiter.wait("a", [own("other", 1)]);
    await expect(second).rejects.toEqual(inQueue);
    held?.release();
    await first;
  });

  describe("of a caller who has taken them", () => {
    const limits = { waitMs: 20, ownWaitMs: 10_000, mostInQueue: 10, mostPatient: 2 };
    const wait = (limiter: ConcurrencyLimiter, quotas: Quota[]) =>
      limiter.wait("a", quotas, limits);

    it("are waited for longer than others, by the first of the queue", async () => {
      const limiter = new ConcurrencyLimiter(limits);
      const held = limiter.take("a", [own("a", 1), all(9)]);
      const [first, second, third] = [1, 2, 3].map(() => wait(limiter, [own("a", 1), all(9)]));
      await expect(third).rejects.toEqual(ofCaller);
      expect([limiter.waiting, limiter.patient]).toEqual([2, 2]);
      held?.release();
      (await first)?.release();
      await second;
      expect([limiter.waiting, limiter.patient]).toEqual([0, 0]);
    });

    it("are waited for as long as others if the server lacks slots, too", async () => {
      const limiter = new ConcurrencyLimiter(limits);
      limiter.take("b", [all(1)]);
      await expect(wait(limiter, [own("a", 1), all(1)])).rejects.toEqual(ofAll);
    });

    it("are waited for as long for all that is taken, where each request takes long", async () => {
      const limiter = new ConcurrencyLimiter(limits);
      const held = limiter.take("b", [all(1)]);
      const waiting = limiter.wait("a", [all(1)], { ...limits, isForAll: true });
      await vi.waitUntil(() => limiter.patient === 1);
      held?.release();
      await waiting;
    });

    it("are given up at last, and at once when who waits has gone", async () => {
      const limiter = new ConcurrencyLimiter(limits);
      limiter.take("a", [own("a", 1)]);
      const late = limiter.wait("a", [own("a", 1)], { waitMs: 20, ownWaitMs: 50 });
      const gone = new AbortController();
      const leaving = limiter.wait("a", [own("a", 1)], { ...limits, signal: gone.signal });
      await expect(late).rejects.toEqual(ofCaller);
      gone.abort(new Error("gone"));
      await expect(leaving).rejects.toThrow("gone");
      expect([limiter.waiting, limiter.patient]).toEqual([0, 0]);
    });
  });

  it("refuses at once whoever comes to a full queue, and nobody else", async () => {
    const limiter = new ConcurrencyLimiter({ ...patient, mostInQueue: 1 });
    const held = limiter.take("x", [all(1)]);
    const waiting = limiter.wait("a", [all(1)]);
    await expect(limiter.wait("a", [all(1)])).rejects.toEqual(inQueue);
    const other = limiter.wait("b", [all(1)]);
    held?.release();
    (await waiting).release();
    await other;
  });

  it("lets queues take turns, so that a long one does not hold up a short one", async () => {
    const limiter = new ConcurrencyLimiter(patient);
    const held = limiter.take("x", [all(1)]);
    const order: string[] = [];
    const come = async (queue: string) => {
      const slot = await limiter.wait(queue, [all(1)]);
      order.push(queue);
      slot.release();
    };
    const everybody = [...["a", "a", "a"].map(come), come("b"), come("c")];
    held?.release();
    await Promise.all(everybody);
    expect(order).toEqual(["a", "b", "c", "a", "a"]);
  });

  it("passes those by who wait for their own slots", async () => {
    const limiter = new ConcurrencyLimiter(patient);
    const mine = limiter.take("a", [own("a", 1), all(2)]);
    const other = limiter.take("b", [all(2)]);
    const behindMine = limiter.wait("a", [own("a", 1), all(2)]);
    const behindAll = limiter.wait("c", [all(2)]);
    other?.release();
    const third = await behindAll;
    expect(limiter.taken("a")).toBe(1);
    mine?.release();
    await behindMine;
    third.release();
  });

  it("gives back once, however often a client leaves", () => {
    const limiter = new ConcurrencyLimiter(patient);
    const one = limiter.take("a", [own("a", 2), all(2)]);
    limiter.take("a", [own("a", 2), all(2)]);
    one?.release(({ of }) => of === "all");
    expect([limiter.taken("a"), limiter.taken("all")]).toEqual([2, 1]);
    one?.release();
    one?.release();
    expect([limiter.taken("a"), limiter.taken("all")]).toEqual([1, 1]);
  });

  it("forgets who has gone", async () => {
    const limiter = new ConcurrencyLimiter(patient);
    const held = limiter.take("a", [all(1)]);
    const gone = new AbortController();
    const waiting = limiter.wait("b", [all(1)], { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    held?.release();
    expect(limiter.taken("all")).toBe(0);
    await expect(limiter.wait("b", [all(1)], { signal: gone.signal })).rejects.toThrow("gone");
  });

  it("never holds more than there are, and lets nobody wait beside a free slot", async () => {
    const caller = fc.integer({ min: 0, max: 4 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant("come" as const), caller }),
      fc.record({ kind: fc.constant("leave" as const), caller }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const limiter = new ConcurrencyLimiter({ waitMs: 10_000, mostInQueue: 100 });
        const inside = new Map<number, Slot[]>();
        let waiting = 0;
        for (const { kind, caller: n } of steps) {
          if (kind === "come") {
            waiting += 1;
            void limiter.wait(`queue ${n}`, [own(`of ${n}`, 2), all(5)]).then((slot) => {
              waiting -= 1;
              inside.set(n, [...(inside.get(n) ?? []), slot]);
            });
          } else {
            inside.get(n)?.pop()?.release();
          }
          await new Promise(setImmediate);
          const total = [...inside.values()].flat().length;
          expect(limiter.taken("all")).toBe(total);
          expect(total).toBeLessThanOrEqual(5);
          for (const held of inside.values()) expect(held.length).toBeLessThanOrEqual(2);
          expect(limiter.waiting).toBe(waiting);
          const hasRoom = (one: number) => (inside.get(one)?.length ?? 0) < 2;
          // A queue with a waiting request admits no other at once.
          if (total < 5) {
            for (let one = 0; one < 5; one += 1) {
              if (hasRoom(one)) expect(limiter.take(`queue ${one}`, [])).toBeDefined();
            }
          }
        }
        for (let held = [...inside.values()].flat(); held.length > 0; ) {
          inside.clear();
          for (const slot of held) slot.release();
          await new Promise(setImmediate);
          held = [...inside.values()].flat();
        }
        expect([limiter.waiting, limiter.taken("all")]).toEqual([0, 0]);
      }),
    );
  });
});
