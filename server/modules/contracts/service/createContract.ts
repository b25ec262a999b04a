import { sql, type Transaction } from "kysely";
import type { Contract, ContractCreate } from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import type { Deps } from "../../../context.ts";
import { organizationNameColumns, userNameColumns } from "../../../db/nameColumns.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { type FieldErrors, validationFailed } from "../../../problem.ts";
import { publishNewOrganization } from "../../organizations/service.ts";
import { awaitAccount } from "../../people/accounts/awaitAccount.ts";
import type { AccountDeps } from "../../people/accounts/processAccountRequest.ts";
import { insertInvited, newUserId } from "../../people/users/inviteUser.ts";
import { presentContract } from "../present.ts";
import { findContract } from "../queries/contracts.ts";
import { lockPeriods } from "../queries/periods.ts";
import { insertContract } from "../queries/writes.ts";
import { contractValues, publishContract } from "./changeContract.ts";
import { emailErrors, refuseOverlap } from "./checkContract.ts";

interface OrganizationName {
  organizationName: string;
  organizationNameKana?: string | null | undefined;
}

async function insertOrganization(
  trx: Transaction<Tables>,
  { organizationName, organizationNameKana }: OrganizationName,
  at: Date,
): Promise<number> {
  const { organization_id } = await trx
    .insertInto("organizations")
    .values({
      organization_no: sql<string>`nextval('organization_no_seq')::text`,
      ...organizationNameColumns(organizationName, organizationNameKana),
      created_at: at,
      updated_at: at,
    })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return organization_id;
}

type CreateDeps = AccountDeps & Pick<Deps, "now"> & { transact: Transact };

/**
 * Creates a contract (docs/product/contracts.md#creating). Without organizationId it also creates
 * the organization and its admin, in one transaction; the account and the invitation mail may
 * follow later. `sender` is the user id of the inviting admin.
 * Without organizationId it throws 409 EMAIL_EXISTS; with one, 409 PERIOD_OVERLAPS with the
 * conflicts, and 422 for an unknown organization, another organization name or reading, or another
 * owner's address.
 */
export function createContract(
  deps: CreateDeps,
  sender: string,
  input: ContractCreate,
): Promise<Contract> {
  const { organizationId } = input;
  return organizationId === undefined
    ? createWithOrganization(deps, sender, input)
    : createFurther(deps, { ...input, organizationId });
}

async function createWithOrganization(
  deps: CreateDeps,
  sender: string,
  input: ContractCreate,
): Promise<Contract> {
  const userId = newUserId();
  const at = deps.now();
  const contract = await deps.transact(async (trx) => {
    const organizationId = await insertOrganization(trx, input, at);
    await publishNewOrganization(trx, organizationId, tokyoDate(at));
    await insertInvited(trx, sender, {
      user_id: userId,
      organization_id: organizationId,
      email: input.adminEmail,
      ...userNameColumns(input.adminName, input.adminNameKana, input.adminEmail),
      is_organization_admin: true,
      created_at: at,
      updated_at: at,
    });
    return addContract(trx, { ...input, organizationId }, at);
  });
  await awaitAccount(deps, userId);
  return contract;
}

type FurtherContract = ContractCreate & { organizationId: number };

async function createFurther(
  { now, transact }: Pick<CreateDeps, "now" | "transact">,
  input: FurtherContract,
): Promise<Contract> {
  return transact(async (trx) => {
    const organization = await lockPeriods(trx, input.organizationId);
    const adminEmail = await emailErrors(trx, input.adminEmail, input.organizationId);
    const errors: FieldErrors = { ...organizationErrors(organization, input), ...adminEmail };
    if (Object.keys(errors).length > 0) throw validationFailed(errors);
    await refuseOverlap(trx, input);
    return addContract(trx, input, now());
  });
}

function organizationErrors(
  organization: Awaited<ReturnType<typeof lockPeriods>>,
  { organizationName, organizationNameKana }: FurtherContract,
): FieldErrors {
  if (!organization) return { organizationId: fieldSentences.organizationUnknown };
  const { organization_name: name, organization_name_kana: kana } = organization;
  const errors: FieldErrors = {};
  if (!isSeenAlike(organizationName, name)) {
    errors.organizationName = fieldSentences.organizationNameDiffers;
  }
  if (organizationNameKana !== undefined && organizationNameKana !== kana) {
    errors.organizationNameKana = fieldSentences.organizationNameKanaDiffers;
  }
  return errors;
}

/** Inserts a contract, publishes and logs it. */
export async function addContract(
  trx: WriteTransaction,
  input: FurtherContract,
  at: Date,
): Promise<Contract> {
  const contractId = await insertContract(trx, contractValues(input, at));
  const row = await findContract(trx, contractId);
  if (!row) throw new Error(`contract ${contractId} is missing after its insertion`);
  const contract = presentContract(row, tokyoDate(at));
  await publishContract(trx, contract, { before: null, after: contract });
  return contract;
}
