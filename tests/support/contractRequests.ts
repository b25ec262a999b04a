import { z } from "zod";
import { type Contract, contract } from "../../domain/contracts/schemas.ts";
import type { Answer } from "./apiClient.ts";
import { someEmail } from "./people.ts";

export const CONTRACTS = "/admin/api/v1/contracts";
export const OWN_CONTRACTS = "/api/v1/contracts";

/** A body for POST /contracts that creates an organization. */
export function newContract(input: object = {}) {
  return {
    organizationName: "新規株式会社",
    adminEmail: someEmail("admin"),
    adminName: "山田 花子",
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    maxTranscriptCount: 1_000,
    maxTranscriptMinutes: 1_200,
    ...input,
  };
}

/** The contract in an answer; throws if it is none. */
export function contractOf({ body }: Pick<Answer, "body">): Contract {
  return contract.parse(body);
}

const coded = z.looseObject({ code: z.string().optional() });

/** The code of a problem; undefined for anything else. */
export function codeOf({ body }: Pick<Answer, "body">): string | undefined {
  return coded.parse(body).code;
}
