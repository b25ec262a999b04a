import fc from "fast-check";
import { expect, test } from "vitest";
import { sweepLocks } from "../../server/modules/locks/service/endLock.ts";
import type { Answer } from "../support/apiClient.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { LockModel, personAt, TABS, type Tab, type Verdict } from "../support/lockModel.ts";
import { LEASE_SECONDS, type LockScene, lockScene, withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

/** A full proof takes 200: `LOCK_RUNS=200 npm test tests/api/locksModel.test.ts`. */
const RUNS = Number(process.env.LOCK_RUNS ?? 20);

/** One dictionary and the tokens of all tabs that held its lock. */
interface Real {
  scene: LockScene;
  url: string;
  lock: string;
  tokens: Map<Tab, string>;
}

type Step = fc.AsyncCommand<LockModel, Real>;

function verdictOf(answer: Answer): Verdict {
  if (answer.status < 300) return [answer.status];
  const code = codeOf(answer) ?? "";
  return answer.text.includes('"release"')
    ? [answer.status, code, "release"]
    : [answer.status, code];
}

/** A step whose answer, and the holder afterwards, have to be as the model says. */
function step(
  name: string,
  expected: (model: LockModel) => Verdict,
  send: (real: Real, model: LockModel) => Promise<Answer>,
): Step {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      const answering = send(real, model);
      const verdict = expected(model);
      expect(verdictOf(await answering), name).toEqual(verdict);
      await agree(model, real);
    },
  };
}

/** A step without a person. */
function aside(name: string, run: (model: LockModel, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      await run(model, real);
      await agree(model, real);
    },
  };
}

async function agree(model: LockModel, { scene, url, lock }: Real): Promise<void> {
  const lockedBy = model.holder && scene.people[model.holder].userId;
  expect((await scene.staff.get(lock)).body).toMatchObject({ lockedBy });
  expect((await scene.staff.get(url)).body).toMatchObject({ lockedBy, version: model.version });
}

const tokenAt = (tab: Tab, { tokens }: Real) => {
  const token = tokens.get(tab);
  return token === undefined ? {} : withToken(token);
};
const tab = fc.constantFrom(...TABS);

const take = fc.record({ at: tab, takeOver: fc.boolean() }).map(({ at, takeOver }) =>
  step(
    `${at} takes${takeOver ? " over" : ""}`,
    (model) => model.take(at, takeOver),
    async ({ scene, lock, tokens }) => {
      const answer = await scene[personAt[at]].post(lock, { takeOver });
      if (answer.status === 200) tokens.set(at, tokenOf(answer));
      return answer;
    },
  ),
);
const extend = tab.map((at) =>
  step(
    `${at} extends`,
    (model) => model.extend(at),
    (real) => real.scene[personAt[at]].put(real.lock, {}, tokenAt(at, real)),
  ),
);
const release = tab.map((at) =>
  step(
    `${at} lets go`,
    (model) => model.release(at),
    (real) => real.scene[personAt[at]].delete(real.lock, tokenAt(at, real)),
  ),
);
const force = fc.constantFrom("ichiro" as const, "hanako" as const).map((by) =>
  step(
    `${by} breaks`,
    (model) => model.break(by),
    ({ scene, lock }) => scene[by].delete(`${lock}?force=true&reason=x`),
  ),
);
const write = fc
  .record({
    at: tab,
    token: fc.boolean(),
    version: fc.constantFrom("none" as const, "fresh" as const, "stale" as const),
  })
  .map(({ at, token, version }) => {
    const ifMatch = (model: LockModel) =>
      version === "none" ? undefined : model.version - (version === "stale" ? 1 : 0);
    return step(
      `${at} writes ${token ? "with" : "without"} the token, ${version} If-Match`,
      (model) => model.write(at, token, ifMatch(model)),
      (real, model) => {
        const expected = ifMatch(model);
        return real.scene[personAt[at]].patch(
          real.url,
          { description: `版${model.version + 1}` },
          {
            ...(token ? tokenAt(at, real) : {}),
            ...(expected === undefined ? {} : { "if-match": `"${expected}"` }),
          },
        );
      },
    );
  });
const pass = fc.constantFrom(1, 100, LEASE_SECONDS - 1, LEASE_SECONDS).map((seconds) =>
  aside(`${seconds} s pass`, async (model, { scene }) => {
    await scene.time.advance(seconds);
    model.pass(seconds);
  }),
);
const sweep = fc.constant(aside("the sweep comes", (_, { scene }) => sweepLocks(scene.api)));

describeDatabase("the life of a lock", (engine) => {
  const scene = perSuite(() => lockScene(engine));

  test("follows the rules of locks, whatever a dictionary admin with two tabs and an admin do, and when", async () => {
    // The most important steps come twice as often.
    const all = [take, take, extend, extend, release, force, write, write, pass, pass, sweep];
    const steps = fc.commands(all, { maxCommands: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const { url, lock } = await scene.dictionary();
        const real: Real = { scene, url, lock, tokens: new Map() };
        await fc.asyncModelRun(() => ({ model: new LockModel(), real }), commands);
      }),
      { numRuns: RUNS },
    );
  });
});
