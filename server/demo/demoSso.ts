import { demoAccounts } from "../../demo/accounts.ts";
import { demoSso } from "../../demo/singleSignOn.ts";
import { providerIdOf } from "../../domain/ways/rules.ts";
import type { Database } from "../db/client.ts";
import "../modules/ways/queries.ts";

/** Gives an organization of the demo data single sign-on, beside the password, unless it has ways of its own. */
export async function seedDemoSso({ db }: Pick<Database, "db">, at: Date): Promise<void> {
  const { organizationId, domain, provider } = demoSso;
  const ids = demoAccounts.flatMap((one) =>
    one.organizationId === organizationId ? one.userId : [],
  );
  await db.transaction().execute(async (trx) => {
    const demo = await trx
      .selectFrom("users")
      .select("user_id")
      .where("user_id", "in", ids)
      .where("organization_id", "=", organizationId)
      .executeTakeFirst();
    if (!demo) return;
    const written = { created_at: at, updated_at: at };
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("sign_in_ways")
      .values({
        organization_id: organizationId,
        provider_id: providerIdOf(provider.kind, organizationId),
        provider: JSON.stringify(provider),
        tried_at: at,
        join_on_first_sign_in: true,
        ...written,
      })
      .onConflict((known) => known.column("organization_id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await trx
      .insertInto("organization_domains")
      .values({
        organization_id: organizationId,
        name: domain,
        record: "knowledge-insight-verification=demo",
        proven_at: at,
        created_at: at,
      })
      .onConflict((known) => known.columns(["organization_id", "name"]).doNothing())
      .execute();
  });
}
