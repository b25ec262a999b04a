import type { Identifier } from "react-admin";
import type { Alert } from "../../domain/alerts/schemas.ts";
import type { ServiceKey } from "../../domain/api/serviceKeys.ts";
import type { MonthContract } from "../../domain/closings/schemas.ts";
import type { Contract, OwnContract } from "../../domain/contracts/schemas.ts";
import type { Dictionary } from "../../domain/dictionaries/schemas.ts";
import type { Organization } from "../../domain/organizations/schemas.ts";
import type { User } from "../../domain/users/schemas.ts";
import type { Webhook } from "../../domain/webhooks/schemas.ts";
import type { Workspace } from "../../domain/workspaces/schemas.ts";

// The records of the lists, with the `id` that react-admin needs (providers/data/idFields.ts).

export type UserRecord = User & { id: string };
export type WorkspaceRecord = Workspace & { id: number };
export type DictionaryRecord = Dictionary & { id: Identifier };
export type ServiceKeyRecord = ServiceKey & { id: number };
export type WebhookRecord = Webhook & { id: number };
export type OrganizationRecord = Organization & { id: number };
export type AlertRecord = Alert & { id: number };
export type MonthContractRecord = MonthContract & { id: number };
export type ContractRecord = Contract & { id: Identifier };
export type OwnContractRecord = OwnContract & { id: Identifier };
