import { sql } from "kysely";
import type { Check, DoctorDeps } from "./finding.ts";

/** Whether anyone can sign in where single sign-on is required and its identity provider is away. */
export const breakGlass: Check<Pick<DoctorDeps, "db">> = {
  name: "organization admins who keep the password",
  async *find({ db }) {
    const { rows } = await sql<{ organization_id: number; organization_name: string }>`
      select organization_id, organization_name
      from sign_in_ways w join organizations using (organization_id)
      where w.required and not exists (
        select from users u where u.user_id = any(w.break_glass_user_ids)
          and u.is_organization_admin and u.status = 'ACTIVE')
      order by organization_id`.execute(db);
    for (const { organization_id: id, organization_name: name } of rows) {
      yield {
        what: `organization ${id} (${name}) requires single sign-on, and none of those who keep the password is an active admin`,
        advice: "choose one in the admin area (docs/operations/single-sign-on.md)",
      };
    }
  },
};
