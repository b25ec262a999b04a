import type { FieldValues } from "react-hook-form";
import { changesOf, editErrors } from "../../../../domain/contracts/edit.ts";
import {
  blankFields,
  EDITABLE_FIELDS,
  type EditableField,
  type EnteredField,
} from "../../../../domain/contracts/fields.ts";
import { nextPeriod, renewedTerms } from "../../../../domain/contracts/renewal.ts";
import { editError, hasUsage } from "../../../../domain/contracts/rules.ts";
import {
  type Contract,
  contractCreate,
  contractUpdate,
  type OwnContract,
} from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { fieldLabel } from "../../../../domain/problems/zodSentences.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

/** A cap in the form: null is unlimited, empty is missing. */
export type CapValue = number | string | null;

/** `new` also creates the organization. */
export const CONTRACT_KINDS = ["new", "existing"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

type EnteredLater = "startDate" | "endDate" | "maxTranscriptCount" | "maxTranscriptMinutes";

/** The values of the form for a new contract; dates are null until they are chosen. */
export interface NewContract extends Omit<Pick<Contract, EnteredField>, EnteredLater> {
  kind: ContractKind;
  organizationId: number | null;
  startDate: string | null;
  endDate: string | null;
  maxTranscriptCount: CapValue;
  maxTranscriptMinutes: CapValue;
}

export const blankContract: NewContract = {
  ...blankFields,
  kind: "new",
  organizationId: null,
  organizationName: "",
  adminName: "",
  adminEmail: "",
  startDate: null,
  endDate: null,
  maxTranscriptCount: "",
  maxTranscriptMinutes: "",
};

/**
 * The values of a following contract: organization, admin and caps of the contract, and the period
 * after the organization's `latest` contract.
 */
export function followingContract(contract: OwnContract, latest = contract): NewContract {
  return {
    ...blankContract,
    kind: "existing",
    ...renewedTerms(contract),
    ...nextPeriod(latest),
  };
}

type FieldErrors = ReturnType<ReturnType<typeof validateWith>>;

export function newContractErrors(values: NewContract): FieldErrors {
  const errors = { ...validateWith(contractCreate)(written(values)), ...emptyCaps(values) };
  if (values.kind === "new" || values.organizationId !== null) return errors;
  const { organizationName: _, ...others } = errors;
  return { ...others, organizationId: fieldSentences.organizationMissing };
}

export function newContractBody(values: NewContract): object {
  const body = written(values);
  const { data } = contractCreate.safeParse(body);
  return data ?? body;
}

/** The name of an existing organization is sent, its reading is not. */
function written({ kind, organizationId, ...fields }: NewContract) {
  if (kind === "new" || organizationId === null) return fields;
  const { organizationNameKana: _, ...others } = fields;
  return { ...others, organizationId };
}

/** Validates the form of an existing contract; read-only fields are not checked. */
export function contractErrors(values: FieldValues, contract: Contract | undefined): FieldErrors {
  if (!contract) return {};
  const changes = editableOf(values, contract);
  const { data } = contractUpdate.safeParse(changes);
  if (data) return editErrors(contract, changesOf(contract, data)).errors;
  return { ...validateWith(contractUpdate)(changes), ...emptyCaps(changes) };
}

/** The fields that are editable in the contract's status. The data provider sends those that differ. */
export function editableValues(values: FieldValues, contract: Contract): object {
  const changes = editableOf(values, contract);
  return contractUpdate.safeParse(changes).data ?? changes;
}

/** The form holds the whole record; only the editable fields are sent. */
function editableOf(values: FieldValues, contract: Contract): FieldValues {
  const used = hasUsage(contract);
  const isFree = (field: EditableField) => !editError(field, contract.status, used);
  return Object.fromEntries(EDITABLE_FIELDS.filter(isFree).map((field) => [field, values[field]]));
}

const required = (field: string) => fieldSentences.required(fieldLabel([field]));

function emptyCaps({ maxTranscriptCount, maxTranscriptMinutes }: FieldValues) {
  const errors: FieldErrors = {};
  if (maxTranscriptCount === "") errors.maxTranscriptCount = required("maxTranscriptCount");
  if (maxTranscriptMinutes === "") errors.maxTranscriptMinutes = required("maxTranscriptMinutes");
  return errors;
}

/** The props of a read-only input: disabled, with the reason as description. */
interface ReadOnlyInput {
  disabled: true;
  description: string;
}

export type ReadOnlyFields = Partial<Record<EditableField, ReadOnlyInput>>;

export function readOnlyFieldsOf(contract: Contract): ReadOnlyFields {
  const used = hasUsage(contract);
  const readOnly: ReadOnlyFields = {};
  for (const field of EDITABLE_FIELDS) {
    const error = editError(field, contract.status, used);
    if (error) readOnly[field] = { disabled: true, description: fieldSentences[error] };
  }
  return readOnly;
}
