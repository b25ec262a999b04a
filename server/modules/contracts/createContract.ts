import type { Transaction } from "kysely";
import type { Contract, ContractCreate } from "../../../domain/contracts.ts";
import { tokyoDate } from "../../../domain/dates.ts";
import { searchKeys } from "../../../domain/searchKey.ts";
import { fieldSentences } from "../../../domain/sentences.ts";
import type { Tables } from "../../db/tables.ts";
import { announceChange } from "../../events/announceChange.ts";
import { InvalidEmailError } from "../../identity/identity.ts";
import type { Remember } from "../../plugins/idempotency.ts";
import { type FieldErrors, validationFailed } from "../../problem.ts";
import { announceUser } from "../users/announceUser.ts";
import { type InvitationDeps, newUserId, withInvitedUser } from "../users/invitation.ts";
import { insertUser } from "../users/queries.ts";
import { announceContract } from "./announceContract.ts";
import { contractValues } from "./contractValues.ts";
import { emailFault } from "./emailFault.ts";
import { insertOrganization } from "./newOrganization.ts";
import { refuseOverlap } from "./overlap.ts";
import { lockPeriods } from "./periodQueries.ts";
import { presentContract } from "./present.ts";
import { findContract } from "./queries.ts";
import { insertContract } from "./writeQueries.ts";

/**
 * Creates a contract (design 3); `remember` runs in its transaction. Without organizationId the organization and its admin, invited
 * by mail, come with it, all or nothing; with one it is a further contract.
 *
 * Throws 409 EMAIL_EXISTS (without organizationId), 409 PERIOD_OVERLAPS with the contracts in the
 * way (with one), 422 for an unknown organization, another name than the organization's, or an
 * e-mail address of somebody else.
 */
export function createContract(
  deps: InvitationDeps,
  input: ContractCreate,
  remember: Remember<Contract>,
): Promise<Contract> {
  const { organizationId } = input;
  return organizationId === undefined
    ? createWithOrganization(deps, input, remember)
    : createFurther(deps, { ...input, organizationId }, remember);
}

async function createWithOrganization(
  deps: InvitationDeps,
  input: ContractCreate,
  remember: Remember<Contract>,
): Promise<Contract> {
  const userId = newUserId();
  const at = deps.now();
  const admin = { userId, email: input.adminEmail, userName: input.adminName };
  try {
    return await withInvitedUser(deps, admin, async (trx) => {
      const organizationId = await insertOrganization(trx, input.organizationName, at);
      await insertUser(trx, {
        user_id: userId,
        organization_id: organizationId,
        email: admin.email,
        user_name: admin.userName,
        search_key: searchKeys(admin.userName, admin.email),
        is_organization_admin: true,
        created_at: at,
        updated_at: at,
      });
      const organization = { organizationId, resource: "organizations", id: organizationId };
      await announceChange(trx, organization, "created");
      await announceUser(trx, { user_id: userId, organization_id: organizationId }, "created");
      const contract = await insert(trx, { ...input, organizationId }, at);
      await remember(trx, contract);
      return contract;
    });
  } catch (error) {
    // The identity service is stricter about addresses than the schema.
    if (!(error instanceof InvalidEmailError)) throw error;
    throw validationFailed({ adminEmail: fieldSentences.email });
  }
}

type FurtherContract = ContractCreate & { organizationId: number };

async function createFurther(
  { db, now }: InvitationDeps,
  input: FurtherContract,
  remember: Remember<Contract>,
): Promise<Contract> {
  return db.transaction().execute(async (trx) => {
    const organizationName = await lockPeriods(trx, input.organizationId);
    const adminEmail = await emailFault(trx, input.adminEmail, input.organizationId);
    const errors: FieldErrors = { ...organizationFault(organizationName, input), ...adminEmail };
    if (Object.keys(errors).length > 0) throw validationFailed(errors);
    await refuseOverlap(trx, input);
    const contract = await insert(trx, input, now());
    await remember(trx, contract);
    return contract;
  });
}

function organizationFault(name: string | undefined, input: FurtherContract): FieldErrors {
  if (name === undefined) return { organizationId: fieldSentences.organizationUnknown };
  if (name === input.organizationName) return {};
  return { organizationName: fieldSentences.organizationNameDiffers };
}

async function insert(
  trx: Transaction<Tables>,
  input: FurtherContract,
  at: Date,
): Promise<Contract> {
  const contractId = await insertContract(trx, contractValues(input, at));
  const row = await findContract(trx, contractId);
  if (!row) throw new Error(`contract ${contractId} is gone right after its insertion`);
  const contract = presentContract(row, tokyoDate(at));
  await announceContract(trx, contract, "created");
  return contract;
}
