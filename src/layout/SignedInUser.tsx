import { useTranslate } from "react-admin";
import { RoleNames } from "../components/display/RoleNames.tsx";
import { useUserProfile } from "../providers/userProfile.ts";
import styles from "./UserMenu.module.css";

/** Who is signed in. System admins belong to no organization. */
export function SignedInUser() {
  const translate = useTranslate();
  const profile = useUserProfile();
  const { userName, email, organizationName } = profile;
  if (!email) return null;
  return (
    <section className={styles.user} aria-label={translate("app.userMenu.signedIn")}>
      <strong>{userName}</strong>
      <p>{email}</p>
      <dl>
        <div>
          <dt>{translate("resources.users.fields.roles")}</dt>
          <dd>
            <RoleNames flags={profile} />
          </dd>
        </div>
        {organizationName ? (
          <div>
            <dt>{translate("resources.users.fields.organizationId")}</dt>
            <dd>{organizationName}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
