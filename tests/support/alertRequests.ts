import { z } from "zod";
import type { AlertKind } from "../../domain/alerts/rules.ts";
import { type Alert, alert } from "../../domain/alerts/schemas.ts";
import { pageOf } from "../../domain/paging.ts";
import { insertAlerts } from "../../server/modules/alerts/queries/alerts.ts";
import type { TestApi } from "./api.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { aContract } from "./contractRows.ts";

export const ALERTS = "/admin/api/v1/alerts";
export const OWN_ALERTS = "/api/v1/alerts";

interface AlertInput {
  organizationId: number;
  contractId?: number;
  kind?: AlertKind;
  raisedAt?: Date;
}

/** Inserts an open alert, of a contract that the organization has or gets; returns its id. */
export async function anAlert(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  { organizationId, contractId, kind = "CAP_80", raisedAt }: AlertInput,
): Promise<number> {
  const found = await db
    .selectFrom("contracts")
    .select("contract_id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const concerned = contractId ?? found?.contract_id ?? (await aContract(db, { organizationId }));
  // Those of earlier requests about the same contract are over.
  await db
    .updateTable("alerts")
    .set({ resolved_at: clock.now() })
    .where("organization_id", "=", organizationId)
    .where("contract_id", "=", concerned)
    .where("kind", "=", kind)
    .where("resolved_at", "is", null)
    .execute();
  const raised = { contractId: concerned, kind, message: "お知らせ" };
  const [row] = await db
    .transaction()
    .execute((trx) => insertAlerts(trx, organizationId, [raised], raisedAt ?? clock.now()));
  if (!row) throw new Error("the alert is open already");
  return row.alert_id;
}

/** The page of alerts in an answer. */
export const alertsOf = ({ body }: Pick<Answer, "body">): Alert[] =>
  pageOf(alert).parse(body).content;

/** The alerts of an organization, as "open CAP_80" or "over CAP_80", by contract and kind. */
export async function alertsIn(admin: ApiClient, organizationId: number): Promise<string[]> {
  const answer = await admin.get(`${ALERTS}?organizationId=${organizationId}&size=100`);
  return alertsOf(answer)
    .map(({ kind, resolvedAt }) => `${resolvedAt ? "over" : "open"} ${kind}`)
    .toSorted();
}

const total = z.looseObject({ totalElements: z.int() });

export const totalOf = ({ body }: Pick<Answer, "body">): number => total.parse(body).totalElements;
