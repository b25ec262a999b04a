import { billingPartnerKind, billingSettingsKind } from "../../../../domain/api/billing.ts";
import { DEFAULT_SETTINGS } from "../../../../domain/billing/fields.ts";
import type {
  BillingPartner,
  BillingPartnerUpdate,
  BillingSettingsRecord,
  BillingSettingsUpdate,
} from "../../../../domain/billing/schemas.ts";
import { isSameValue } from "../../../../domain/fields.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { notFound } from "../../../problem.ts";
import { lockOrganization } from "../../organizations/queries.ts";
import {
  findPartner,
  findSettings,
  lockSettings,
  type PartnerRow,
  type SettingsRow,
  writePartner,
  writeSettings,
} from "../queries.ts";

type WriteDeps = Pick<Deps, "now"> & { transact: Transact };

const NOTHING_SET: SettingsRow = { settings: DEFAULT_SETTINGS, version: 0 };

/** How what is charged is called in the books; version 0 where nothing was set. */
export async function readSettings(db: Deps["db"]): Promise<BillingSettingsRecord> {
  return presentSettings((await findSettings(db)) ?? NOTHING_SET);
}

/** Sets it. The same again writes nothing. Throws 412. */
export function setSettings(
  { now, transact }: WriteDeps,
  ifMatch: IfMatch | undefined,
  settings: BillingSettingsUpdate,
): Promise<BillingSettingsRecord> {
  return transact(async (trx) => {
    await lockSettings(trx);
    const before = await readSettings(trx);
    const id = billingSettingsKind.name;
    await refuseStale(trx, ifMatch, before, { kind: billingSettingsKind.name, id });
    const after = presentSettings({ settings, version: before.version + 1 });
    if (isSameValue({ ...after, version: before.version }, before)) return before;
    await writeSettings(trx, { settings, version: after.version }, now());
    const { label: name } = billingSettingsKind;
    await publishChange(trx, {
      kind: billingSettingsKind,
      organizationId: null,
      id,
      name,
      before,
      after,
    });
    return after;
  });
}

/** In one order of its members, since the database has its own. */
function presentSettings({ settings, version }: SettingsRow): BillingSettingsRecord {
  const { debitAccount, creditAccount, taxClass, subject, items, dueMonths, dueDay } = settings;
  const { MONTHLY, TRANSCRIPTS, MINUTES, OVERAGE_TRANSCRIPTS, OVERAGE_MINUTES } = items;
  return {
    debitAccount,
    creditAccount,
    taxClass,
    subject,
    items: { MONTHLY, TRANSCRIPTS, MINUTES, OVERAGE_TRANSCRIPTS, OVERAGE_MINUTES },
    dueMonths,
    dueDay,
    version,
  };
}

/** What an organization is called in the books; throws 404. */
export async function readPartner(db: Deps["db"], organizationId: number): Promise<BillingPartner> {
  const row = await findPartner(db, organizationId);
  if (!row) throw notFound();
  return presentPartner(row);
}

/** Sets it. Throws 404 and 412. */
export function setPartner(
  { now, transact }: WriteDeps,
  { organizationId, ifMatch }: { organizationId: number; ifMatch: IfMatch | undefined },
  { partnerName, subAccount }: BillingPartnerUpdate,
): Promise<BillingPartner> {
  return transact(async (trx) => {
    await lockOrganization(trx, organizationId);
    const row = await findPartner(trx, organizationId);
    if (!row) throw notFound();
    const before = presentPartner(row);
    await refuseStale(trx, ifMatch, before, { kind: billingPartnerKind.name, id: organizationId });
    if (before.partnerName === partnerName && before.subAccount === subAccount) return before;
    const version = row.version + 1;
    const written = { ...row, partner_name: partnerName, sub_account: subAccount, version };
    await writePartner(trx, written, now());
    const after = presentPartner(written);
    await publishChange(trx, {
      kind: billingPartnerKind,
      organizationId: null,
      id: organizationId,
      name: row.organization_name,
      before,
      after,
    });
    return after;
  });
}

function presentPartner(row: PartnerRow): BillingPartner {
  return {
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    partnerName: row.partner_name,
    subAccount: row.sub_account,
    version: row.version,
  };
}
