import { z } from "zod";
import { contract, month } from "../contracts/schemas.ts";
import { user } from "../users/schemas.ts";
import { WORK_KINDS } from "./rules.ts";

export const MOST_INVITED = 3;

const invited = user
  .pick({ userId: true, userName: true, email: true })
  .meta({ id: "InvitedPerson" });

const use = contract
  .pick({
    usedTranscriptCount: true,
    usedTranscriptSeconds: true,
    maxTranscriptCount: true,
    maxTranscriptMinutes: true,
  })
  .meta({ id: "ContractUse" });

const work = z
  .object({
    kind: z.enum(WORK_KINDS).meta({ id: "WorkKind" }),
    label: z.string().meta({ description: "In a few words, with the figures of now." }),
    message: z.string(),
    contractId: z.int().nullable(),
    use: use.nullable().meta({ description: "Of the contract: what it has used, and its caps." }),
    invited: z.array(invited).meta({
      description: `Of INVITATION: who was invited, the oldest ${MOST_INVITED}.`,
    }),
    invitedCount: z.int(),
  })
  .meta({ id: "Work" });
export type WorkItem = z.infer<typeof work>;

const workPlace = z
  .object({
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    webhookId: z
      .int()
      .nullable()
      .meta({ description: "Of a receiver, which belongs to no organization." }),
    serviceKeyId: z
      .int()
      .nullable()
      .meta({ description: "Of a service key, which belongs to no organization." }),
    month: month.nullable().meta({
      description: "Of a month to close, which belongs to no organization.",
    }),
    work: z.array(work),
  })
  .meta({ id: "WorkPlace" });
export type WorkPlaceRecord = z.infer<typeof workPlace>;

export const worklist = z
  .object({
    places: z.array(workPlace),
    page: z.int(),
    size: z.int(),
    total: z.int(),
    isComplete: z.boolean().meta({
      description:
        "False where there is more to do than a worklist holds; the rest is less urgent.",
    }),
  })
  .meta({ id: "Worklist" });
export type Worklist = z.infer<typeof worklist>;
