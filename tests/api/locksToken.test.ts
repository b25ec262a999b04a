import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { CHANGES } from "../../server/events/publishChange.ts";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { LEASE_SECONDS, lockScene, withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

/** Every form in which a token could be in a row as PostgreSQL prints it, or in a line of text. */
function shapesOf(token: string): string[] {
  const secret = Buffer.from(token, "base64url");
  const ways = [token, secret.toString("base64"), secret.toString("hex")];
  return [...ways, ...ways.map((way) => Buffer.from(way).toString("hex"))];
}

describeDatabase("the token of a lock", (engine) => {
  const scene = perSuite(() => lockScene(engine));
  const events: string[] = [];

  beforeAll(async () => {
    const onMessage = (payload: string) => events.push(payload);
    await scene.api.database.listen(CHANGES, { onMessage, onLost: () => {} });
  });

  const textsOf = async (query: RawBuilder<{ text: string }>) =>
    (await query.execute(scene.api.db)).rows.map(({ text }) => text);

  /** Every row of every table, as text. */
  async function allRows(): Promise<string> {
    const tables = await textsOf(sql`
      select format('%I.%I', schemaname, tablename) as text from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    expect(tables).toContain("public.dictionary_locks");
    const rows = tables.map((table) =>
      textsOf(sql`select t::text as text from ${sql.raw(table)} t`),
    );
    return (await Promise.all(rows)).flat().join("\n");
  }

  it("is in no table, log line or event, whatever becomes of the lock; its hash is", async () => {
    const { url, lock } = await scene.dictionary();
    const tokens: string[] = [];
    const take = async (body?: object) => {
      tokens.push(tokenOf(await scene.hanako.post(lock, body, { "idempotency-key": "take" })));
      return withToken(tokens.at(-1) ?? "");
    };
    const hashOf = (token = "") => createHash("sha256").update(token).digest("hex");
    const lookEverywhere = async () => {
      const rows = await allRows();
      expect(rows).toContain(hashOf(tokens.at(-1)));
      const everything = [rows, ...scene.api.log, ...events].join("\n").toLowerCase();
      for (const shape of tokens.flatMap(shapesOf)) {
        expect(everything).not.toContain(shape.toLowerCase());
      }
    };

    const first = await take();
    await lookEverywhere();
    const second = await take({ takeOver: true });
    expect((await scene.hanako.put(lock, {}, first)).status).toBe(423);
    expect((await scene.hanako.put(lock, {}, second)).status).toBe(200);
    expect((await scene.hanako.patch(url, { description: "変更" }, second)).status).toBe(200);
    await lookEverywhere();
    await scene.time.advance(LEASE_SECONDS);
    expect((await scene.hanako.put(lock, {}, second)).status).toBe(423);
    const third = await take();
    expect((await scene.ichiro.delete(`${lock}?force=true&reason=x`)).status).toBe(204);
    expect((await scene.hanako.patch(url, { description: "再び" }, third)).status).toBe(423);
    await lookEverywhere();
    await scene.announced();
    expect(events.join("\n")).toContain(`lock/dictionaries/${lock.split("/").at(-2)}`);
    expect(scene.api.log.join("")).toContain(lock);
  });
});
