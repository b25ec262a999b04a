import { type Kysely, sql } from "kysely";
import type { DictionaryCategory } from "../../../domain/dictionaries/rules.ts";
import type { UserStatus } from "../../../domain/users/rules.ts";
import { isCounted } from "../../db/countedPeople.ts";
import type { Tables } from "../../db/tables.ts";

// Each reads the rows of one organization by an index that begins with it.

/** How many there are, in each of the first rows. */
interface Counted {
  total: number;
}

interface PersonRow extends Counted {
  user_id: string;
  user_name: string;
  email: string;
  is_organization_admin: boolean;
  is_dictionary_admin: boolean;
  status: UserStatus;
}

/** Organization admins first, disabled people last. */
export async function findPeople(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.user_id, u.user_name, u.email, u.is_organization_admin, u.is_dictionary_admin,
      u.status, count(*) over () as total
    from users u where u.organization_id = ${organizationId} and ${isCounted}
    order by u.status = 'DISABLED', u.is_organization_admin desc, u.is_dictionary_admin desc,
      u.order_key, u.user_id
    limit ${most}`.execute(db);
  return rows;
}

interface NamedWorkspaceRow extends Counted {
  workspace_id: number;
  workspace_name: string;
  member_count: number;
}

export async function findWorkspaces(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<NamedWorkspaceRow[]> {
  const { rows } = await sql<NamedWorkspaceRow>`
    select w.workspace_id, w.workspace_name, w.total,
      (select count(*) from workspace_members m
        where m.organization_id = ${organizationId} and m.workspace_id = w.workspace_id)
        as member_count
    from (
      select workspace_id, workspace_name, name_key, count(*) over () as total
      from workspaces where organization_id = ${organizationId}
      order by name_key, workspace_id limit ${most}
    ) w
    order by w.name_key, w.workspace_id`.execute(db);
  return rows;
}

interface NamedDictionaryRow extends Counted {
  dictionary_id: number;
  dictionary_name: string;
  category: DictionaryCategory;
  entry_count: number;
  /** The entries of all dictionaries. */
  entries: number;
}

/** The largest first. */
export async function findDictionaries(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<NamedDictionaryRow[]> {
  const { rows } = await sql<NamedDictionaryRow>`
    select d.dictionary_id, d.dictionary_name, d.category, d.entry_count,
      count(*) over () as total, (sum(d.entry_count) over ())::bigint as entries
    from dictionaries d where d.organization_id = ${organizationId}
    order by d.entry_count desc, d.name_key, d.dictionary_id
    limit ${most}`.execute(db);
  return rows;
}
