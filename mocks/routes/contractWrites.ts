import { HttpResponse } from "msw";
import { z } from "zod";
import { changesOf, editFaults } from "../../domain/contractEdit.ts";
import { effectiveEnd, hasUsage, isTerminable } from "../../domain/contractRules.ts";
import {
  type Contract,
  type ContractCheckResult,
  type ContractCreate,
  contractCheck,
  contractCreate,
  contractTermination,
  contractUpdate,
} from "../../domain/contracts.ts";
import { addDays } from "../../domain/dates.ts";
import { fieldSentences } from "../../domain/sentences.ts";
import type { Route } from "../area.ts";
import { answer, type Call } from "../call.ts";
import { conflict, refuse, ruleBroken } from "../problem.ts";
import type { ContractRow } from "../tables.ts";
import { announce, type World } from "../world.ts";
import {
  conflictsOf,
  contractOf,
  emailFault,
  isTaken,
  neighbours,
  type OwnedPeriod,
  refuseOverlap,
} from "./contractRow.ts";
import { addOrganization } from "./organizations.ts";

const access = "contract.manage";

export const contractWrites: readonly Route[] = [
  {
    method: "post",
    path: "/contracts/check",
    access,
    answer: async (call) => HttpResponse.json(await checked(call)),
  },
  { method: "post", path: "/contracts", access, answer: created },
  {
    method: "patch",
    path: "/contracts/:id",
    access,
    answer: async (call) => {
      const update = await call.body(contractUpdate);
      return changed(call, (contract) => {
        const changes = changesOf(contract, update);
        const faults = editFaults(contract, changes);
        const { organizationId } = contract;
        const { organizationName: _, ...written } = changes;
        const email = changes.adminEmail
          ? emailFault(call.world, changes.adminEmail, organizationId)
          : {};
        const errors = { ...email, ...faults.errors };
        if (faults.readOnly) throw ruleBroken("CONTRACT_NOT_EDITABLE", errors);
        refuse(errors);
        const edited = { ...contract, ...changes };
        refuseOverlap(call.world, { ...edited, endDate: effectiveEnd(edited) });
        return written;
      });
    },
  },
  {
    method: "delete",
    path: "/contracts/:id",
    access,
    answer: (call) => {
      const { row, contract } = found(call);
      if (hasUsage(contract)) throw conflict("CONTRACT_HAS_USAGE");
      const { tables } = call.world;
      tables.contracts = tables.contracts.filter((other) => other !== row);
      tell(call.world, row, "deleted");
      return HttpResponse.json(contract);
    },
  },
  {
    method: "post",
    path: "/contracts/:id/terminate",
    access,
    answer: async (call) => {
      const { terminationDate, reason } = await call.body(contractTermination);
      return changed(call, (contract) => {
        if (!isTerminable(contract, call.today)) throw ruleBroken("CONTRACT_NOT_TERMINABLE");
        if (terminationDate < contract.startDate || terminationDate > contract.endDate) {
          refuse({ terminationDate: fieldSentences.terminationOutsidePeriod });
        }
        return { terminationDate, terminationReason: reason };
      });
    },
  },
  {
    method: "post",
    path: "/contracts/:id/reinstate",
    access,
    answer: async (call) => {
      await call.body(z.strictObject({}));
      return changed(call, (contract) => {
        if (contract.terminationDate === null) throw ruleBroken("CONTRACT_NOT_TERMINATED");
        refuseOverlap(call.world, contract);
        return { terminationDate: null, terminationReason: null };
      });
    },
  },
];

function found(call: Call): { row: ContractRow; contract: Contract } {
  const row = call.found(call.world.tables.contracts, ({ contractId }) => contractId);
  const contract = contractOf(call.world, row);
  call.refuseStale(contract);
  return { row, contract };
}

/** Changes a contract by what `change` gives after it has checked the rules. */
function changed(call: Call, change: (contract: Contract) => Partial<ContractRow>): Response {
  const { row, contract } = found(call);
  const changes = change(contract);
  if (Object.keys(changes).length > 0) {
    Object.assign(row, changes, { version: row.version + 1, updatedAt: call.at });
    tell(call.world, row, "updated");
  }
  return answer(contractOf(call.world, row));
}

async function created(call: Call): Promise<Response> {
  const { world } = call;
  const { organizationName, ...input } = await call.body(contractCreate);
  const organizationId = organizationFor(call, { organizationName, ...input });
  const row: ContractRow = {
    ...input,
    organizationId,
    memo: input.memo ?? "",
    contractId: Math.max(...world.tables.contracts.map(({ contractId }) => contractId)) + 1,
    usedTranscriptCount: 0,
    usedTranscriptMinutes: 0,
    terminationDate: null,
    terminationReason: null,
    version: 1,
    createdAt: call.at,
    updatedAt: call.at,
  };
  world.tables.contracts.push(row);
  tell(world, row, "created");
  return answer(contractOf(world, row), 201);
}

/** The organization of a contract to be: a new one with its admin, unless one is named. */
function organizationFor(call: Call, input: ContractCreate): number {
  const { world } = call;
  const { organizationId, organizationName, adminEmail, adminName } = input;
  if (organizationId === undefined) {
    if (isTaken(world, adminEmail)) throw conflict("EMAIL_EXISTS");
    return addOrganization(call, organizationName, { email: adminEmail, userName: adminName });
  }
  const organization = world.tables.organizations.find(
    (each) => each.organizationId === organizationId,
  );
  const { organizationUnknown, organizationNameDiffers } = fieldSentences;
  refuse({
    ...(organization ? {} : { organizationId: organizationUnknown }),
    ...(organization && organization.organizationName !== organizationName
      ? { organizationName: organizationNameDiffers }
      : {}),
    ...emailFault(world, adminEmail, organizationId),
  });
  refuseOverlap(world, { ...input, organizationId });
  return organizationId;
}

async function checked(call: Call): Promise<ContractCheckResult> {
  const { organizationId, adminEmail, excludeContractId, ...dates } =
    await call.body(contractCheck);
  const isFree = adminEmail === undefined || !isTaken(call.world, adminEmail, organizationId);
  const email = isFree ? [] : [{ code: "EMAIL_EXISTS" as const }];
  if (organizationId === undefined) return { conflicts: [], warnings: email };
  const period = { ...dates, organizationId, contractId: excludeContractId };
  const conflicts = conflictsOf(call.world, period);
  const gaps = conflicts.length > 0 ? [] : gapsAround(call.world, period);
  return { conflicts, warnings: [...email, ...gaps] };
}

/** The days without a contract right before and right after a period, where others are beyond. */
function gapsAround(world: World, period: OwnedPeriod): ContractCheckResult["warnings"] {
  const others = neighbours(world, period);
  const before = others.findLast(({ endDate }) => endDate < period.startDate);
  const after = others.find(({ startDate }) => startDate > period.endDate);
  const gap = (code: "GAP_BEFORE" | "GAP_AFTER", last: string, next: string) => {
    const startDate = addDays(last, 1);
    return startDate < next ? [{ code, startDate, endDate: addDays(next, -1) }] : [];
  };
  return [
    ...(before ? gap("GAP_BEFORE", before.endDate, period.startDate) : []),
    ...(after ? gap("GAP_AFTER", period.endDate, after.startDate) : []),
  ];
}

function tell(world: World, row: ContractRow, type: "created" | "updated" | "deleted"): void {
  announce(world, "contracts", { ...row, id: row.contractId }, type);
}
