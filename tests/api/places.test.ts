import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { NoPlaceError, type Place, Places, type Share } from "../../server/load/places.ts";

const all = (most: number): Share => ({ key: "all", most, of: "all" });
const own = (key: string, most: number): Share => ({ key, most, of: "caller" });
const patient = { waitMs: 10_000, mostInLine: 10 };
const hasty = { waitMs: 20, mostInLine: 2 };

describe("places", () => {
  it("lets in as many as there are places, and the next one when one is given back", async () => {
    const places = new Places(patient);
    const first = places.take("a", [all(1)]);
    expect(first).toBeDefined();
    expect(places.take("b", [all(1)])).toBeUndefined();
    const second = places.wait("b", [all(1)]);
    first?.leave();
    expect(await second).toBeDefined();
    expect(places.taken("all")).toBe(1);
  });

  it("says whether the caller or everybody has taken the places", async () => {
    const places = new Places(hasty);
    places.take("a", [own("a", 1), all(2)]);
    const sameCaller = places.wait("a", [own("a", 1), all(2)]);
    await expect(sameCaller).rejects.toEqual(new NoPlaceError("caller"));
    places.take("b", [own("b", 1), all(2)]);
    await expect(places.wait("c", [own("c", 1), all(2)])).rejects.toEqual(new NoPlaceError("all"));
    expect(places.waiting).toBe(0);
  });

  it("lets in who waited until its share had grown, although nobody left", async () => {
    const places = new Places(hasty);
    const growing = { ...own("a", 1) };
    places.take("a", [growing]);
    const waiting = [places.wait("a", [growing]), places.wait("a", [growing], { waitMs: 10_000 })];
    growing.most = 3;
    await Promise.all(waiting);
    expect(places.taken("a")).toBe(3);
  });

  it("takes one behind its own line for refused by the caller's places", async () => {
    const places = new Places(hasty);
    const held = places.take("a", [own("a", 1)]);
    const first = places.wait("a", [own("a", 1)], { waitMs: 10_000 });
    const second = places.wait("a", [own("other", 1)]);
    await expect(second).rejects.toEqual(new NoPlaceError("caller"));
    held?.leave();
    await first;
  });

  describe("of a caller who has taken them", () => {
    const limits = { waitMs: 20, ownWaitMs: 10_000, mostInLine: 10, mostPatient: 2 };
    const wait = (places: Places, shares: Share[]) => places.wait("a", shares, limits);

    it("are waited for longer than others, by the first of the line", async () => {
      const places = new Places(limits);
      const held = places.take("a", [own("a", 1), all(9)]);
      const [first, second, third] = [1, 2, 3].map(() => wait(places, [own("a", 1), all(9)]));
      await expect(third).rejects.toEqual(new NoPlaceError("caller"));
      expect([places.waiting, places.patient]).toEqual([2, 2]);
      held?.leave();
      (await first)?.leave();
      await second;
      expect([places.waiting, places.patient]).toEqual([0, 0]);
    });

    it("are waited for as long as others if the server lacks places, too", async () => {
      const places = new Places(limits);
      places.take("b", [all(1)]);
      await expect(wait(places, [own("a", 1), all(1)])).rejects.toEqual(new NoPlaceError("all"));
    });

    it("are waited for as long for all that is taken, where each request takes long", async () => {
      const places = new Places(limits);
      const held = places.take("b", [all(1)]);
      const waiting = places.wait("a", [all(1)], { ...limits, isForAll: true });
      await vi.waitUntil(() => places.patient === 1);
      held?.leave();
      await waiting;
    });

    it("are given up at last, and at once when who waits has gone", async () => {
      const places = new Places(limits);
      places.take("a", [own("a", 1)]);
      const late = places.wait("a", [own("a", 1)], { waitMs: 20, ownWaitMs: 50 });
      const gone = new AbortController();
      const leaving = places.wait("a", [own("a", 1)], { ...limits, signal: gone.signal });
      await expect(late).rejects.toEqual(new NoPlaceError("caller"));
      gone.abort(new Error("gone"));
      await expect(leaving).rejects.toThrow("gone");
      expect([places.waiting, places.patient]).toEqual([0, 0]);
    });
  });

  it("refuses at once whoever comes to a full line, and nobody else", async () => {
    const places = new Places({ ...patient, mostInLine: 1 });
    const held = places.take("x", [all(1)]);
    const waiting = places.wait("a", [all(1)]);
    await expect(places.wait("a", [all(1)])).rejects.toEqual(new NoPlaceError("caller"));
    const other = places.wait("b", [all(1)]);
    held?.leave();
    (await waiting).leave();
    await other;
  });

  it("lets lines take turns, so that a long one does not hold up a short one", async () => {
    const places = new Places(patient);
    const held = places.take("x", [all(1)]);
    const order: string[] = [];
    const come = async (line: string) => {
      const place = await places.wait(line, [all(1)]);
      order.push(line);
      place.leave();
    };
    const everybody = [...["a", "a", "a"].map(come), come("b"), come("c")];
    held?.leave();
    await Promise.all(everybody);
    expect(order).toEqual(["a", "b", "c", "a", "a"]);
  });

  it("passes those by who wait for their own places", async () => {
    const places = new Places(patient);
    const mine = places.take("a", [own("a", 1), all(2)]);
    const other = places.take("b", [all(2)]);
    const behindMine = places.wait("a", [own("a", 1), all(2)]);
    const behindAll = places.wait("c", [all(2)]);
    other?.leave();
    const third = await behindAll;
    expect(places.taken("a")).toBe(1);
    mine?.leave();
    await behindMine;
    third.leave();
  });

  it("gives back once, however often somebody leaves", () => {
    const places = new Places(patient);
    const one = places.take("a", [own("a", 2), all(2)]);
    places.take("a", [own("a", 2), all(2)]);
    one?.leave(({ of }) => of === "all");
    expect([places.taken("a"), places.taken("all")]).toEqual([2, 1]);
    one?.leave();
    one?.leave();
    expect([places.taken("a"), places.taken("all")]).toEqual([1, 1]);
  });

  it("forgets who has gone", async () => {
    const places = new Places(patient);
    const held = places.take("a", [all(1)]);
    const gone = new AbortController();
    const waiting = places.wait("b", [all(1)], { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    held?.leave();
    expect(places.taken("all")).toBe(0);
    await expect(places.wait("b", [all(1)], { signal: gone.signal })).rejects.toThrow("gone");
  });

  it("never holds more than there are, and lets nobody wait beside a free place", async () => {
    const caller = fc.integer({ min: 0, max: 4 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant("come" as const), caller }),
      fc.record({ kind: fc.constant("leave" as const), caller }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const places = new Places({ waitMs: 10_000, mostInLine: 100 });
        const inside = new Map<number, Place[]>();
        let waiting = 0;
        for (const { kind, caller: n } of steps) {
          if (kind === "come") {
            waiting += 1;
            void places.wait(`line ${n}`, [own(`of ${n}`, 2), all(5)]).then((place) => {
              waiting -= 1;
              inside.set(n, [...(inside.get(n) ?? []), place]);
            });
          } else {
            inside.get(n)?.pop()?.leave();
          }
          await new Promise(setImmediate);
          const total = [...inside.values()].flat().length;
          expect(places.taken("all")).toBe(total);
          expect(total).toBeLessThanOrEqual(5);
          for (const held of inside.values()) expect(held.length).toBeLessThanOrEqual(2);
          expect(places.waiting).toBe(waiting);
          const hasRoom = (one: number) => (inside.get(one)?.length ?? 0) < 2;
          // A line with a waiting request admits no other at once.
          if (total < 5) {
            for (let one = 0; one < 5; one += 1) {
              if (hasRoom(one)) expect(places.take(`line ${one}`, [])).toBeDefined();
            }
          }
        }
        for (let held = [...inside.values()].flat(); held.length > 0; ) {
          inside.clear();
          for (const place of held) place.leave();
          await new Promise(setImmediate);
          held = [...inside.values()].flat();
        }
        expect([places.waiting, places.taken("all")]).toEqual([0, 0]);
      }),
    );
  });
});
