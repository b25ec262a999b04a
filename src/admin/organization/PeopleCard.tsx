import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import type { OverviewPerson } from "../../../domain/organizations/overview.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { RoleNames } from "../../components/display/RoleNames.tsx";
import { UserStatusChip } from "../../components/display/StatusChip.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import type { OrganizationRecord } from "../../resources/records.ts";
import { listOf } from "./listOf.ts";
import styles from "./organization.module.css";
import { useOverview } from "./useOverview.ts";

const { people: text, all, belongings } = organizationPage;

/** Who the admins are, and the first of the others. */
export function PeopleCard({ organization }: { organization: OrganizationRecord }) {
  const createPath = useCreatePath();
  const { organizationId, organizationName } = organization;
  const { data, error } = useOverview(organizationId);
  const page = createPath({ resource: "organizations", type: "show", id: organizationId });
  return (
    <Card
      title={text.title}
      actions={
        <Button
          variant="outlined"
          component={LinkBase}
          to={createPath({ resource: "users", type: "create" })}
          state={{
            record: { organizationId, organizationName },
            back: { to: page, name: organizationName },
          }}
        >
          {text.invite}
        </Button>
      }
    >
      {data ? <People {...data.people} organizationId={organizationId} /> : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}

interface PeopleProps {
  content: readonly OverviewPerson[];
  total: number;
  organizationId: number;
}

function People({ content, total, organizationId }: PeopleProps) {
  const createPath = useCreatePath();
  if (content.length === 0) return <p className="quiet">{text.none}</p>;
  return (
    <>
      {content.some(isAdmin) ? null : <p className="quiet">{text.noAdmin}</p>}
      <ul className="ruled">
        {content.map((person) => (
          <li key={person.userId} className="row gap-4-16 pad-8-0">
            <span className={`links shrink ${styles.name}`}>
              <LinkBase to={createPath({ resource: "users", type: "show", id: person.userId })}>
                {person.userName}
              </LinkBase>
              <small className="note block">
                <Copyable label={text.emailOf(person.userName)} value={person.email} />
              </small>
            </span>
            <span className={`note ${styles.role}`} data-admin={isAdmin(person)}>
              <RoleNames flags={person} />
            </span>
            {person.status === "ACTIVE" ? null : <UserStatusChip status={person.status} />}
          </li>
        ))}
      </ul>
      <p className="wrap gap-4-16 quiet links above-8">
        <LinkBase to={listOf("users", { organizationId })}>
          {all(belongings.members(formatNumber(total)))}
        </LinkBase>
      </p>
    </>
  );
}

const isAdmin = ({ isOrganizationAdmin, status }: OverviewPerson) =>
  isOrganizationAdmin && status !== "DISABLED";
