import type { ProblemCode } from "../domain/problems/codes.ts";
import { SCIM_SCHEMAS, type ScimErrorBody } from "../domain/scim/schemas.ts";
import { ProblemError } from "./problem.ts";

type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** 400 with the reason for programs (RFC 7644, 3.12). */
export class ScimProblem extends ProblemError<"BAD_REQUEST"> {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super("BAD_REQUEST", { message });
    this.scimType = scimType;
  }
}

const scimTypes: Partial<Readonly<Record<ProblemCode, ScimType>>> = {
  BAD_REQUEST: "invalidSyntax",
  BAD_QUERY: "invalidValue",
  VALIDATION_FAILED: "invalidValue",
  EMAIL_EXISTS: "uniqueness",
  NAME_EXISTS: "uniqueness",
};

/** The status of a problem as directories know it: what a rule refuses is a bad request to them. */
export function scimStatus({ statusCode }: Pick<ProblemError, "statusCode">): number {
  return statusCode === 422 || statusCode === 431 ? 400 : statusCode;
}

/** A problem in SCIM's form; of invalid fields the detail holds every sentence. */
export function scimErrorBody(problem: ProblemError): ScimErrorBody {
  const scimType = problem instanceof ScimProblem ? problem.scimType : scimTypes[problem.code];
  const sentences = Object.values(problem.errors ?? {});
  return {
    schemas: [SCIM_SCHEMAS.error],
    status: String(scimStatus(problem)),
    ...(scimType ? { scimType } : {}),
    detail: sentences.length > 0 ? sentences.join("") : problem.message,
  };
}
