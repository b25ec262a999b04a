import { z } from "zod";
import { alert } from "../alerts/schemas.ts";
import { dictionary } from "../dictionaries/schemas.ts";
import { user } from "../users/schemas.ts";
import { workspace } from "../workspaces/schemas.ts";

export const MOST_SHOWN = 6;

const person = user
  .pick({
    userId: true,
    userName: true,
    email: true,
    isSystemAdmin: true,
    isOrganizationAdmin: true,
    isDictionaryAdmin: true,
    status: true,
  })
  .meta({ id: "OverviewPerson" });
export type OverviewPerson = z.infer<typeof person>;

export const namedWorkspace = workspace
  .pick({ workspaceId: true, workspaceName: true, memberCount: true })
  .meta({ id: "OverviewWorkspace" });

const namedDictionary = dictionary
  .pick({ dictionaryId: true, dictionaryName: true, category: true, entryCount: true })
  .meta({ id: "OverviewDictionary" });

const first = <Item extends z.ZodType>(item: Item) =>
  z.object({ content: z.array(item), total: z.int() });

/** What an organization has beside its contracts: of each kind the first few and how many. */
export const organizationOverview = z
  .object({
    people: first(person).meta({
      description:
        "Organization admins first, disabled people last. Withdrawn invitations and erased people are not among them.",
    }),
    workspaces: first(namedWorkspace),
    dictionaries: first(namedDictionary).meta({ description: "The largest first." }),
    entryCount: z.int().meta({ description: "The words of all dictionaries." }),
    alerts: first(alert).meta({ description: "Open ones, the latest first." }),
  })
  .meta({ id: "OrganizationOverview" });
export type OrganizationOverview = z.infer<typeof organizationOverview>;
