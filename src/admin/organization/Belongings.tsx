import type { OrganizationOverview } from "../../../domain/organizations/overview.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import styles from "./organization.module.css";
import { useOverview } from "./useOverview.ts";

const text = organizationPage.belongings;

/** Workspaces and dictionaries, which the organization manages itself. */
export function Belongings({ organizationId }: { organizationId: number }) {
  const { data, error } = useOverview(organizationId);
  return (
    <>
      <Card
        title={text.workspaces}
        note={data ? <Count>{text.items(formatNumber(data.workspaces.total))}</Count> : null}
      >
        {data ? <Workspaces {...data.workspaces} /> : null}
        {error ? <FailedPart error={error} /> : null}
        {data || error ? null : <LoadingState />}
      </Card>
      {data ? <Dictionaries overview={data} /> : null}
    </>
  );
}

function Workspaces({ content, total }: OrganizationOverview["workspaces"]) {
  if (total === 0) return <p className="quiet">{text.none}</p>;
  return (
    <>
      <ul className="ruled">
        {content.map(({ workspaceId, workspaceName, memberCount }) => (
          <li key={workspaceId} className="row gap-4-16 pad-8-0">
            <span className={`shrink ${styles.name}`}>{workspaceName}</span>
            <span className="numeric">{text.members(formatNumber(memberCount))}</span>
          </li>
        ))}
      </ul>
      <More count={total - content.length} />
    </>
  );
}

function Dictionaries({ overview }: { overview: OrganizationOverview }) {
  const { dictionaries, entryCount } = overview;
  const { content, total } = dictionaries;
  const sum = text.sum(formatNumber(total), formatNumber(entryCount));
  return (
    <Card title={text.dictionaries} note={<Count>{sum}</Count>}>
      {total === 0 ? <p className="quiet">{text.none}</p> : null}
      <ul className="ruled">
        {content.map((dictionary) => (
          <li key={dictionary.dictionaryId} className="row gap-4-16 pad-8-0">
            <span className={`shrink ${styles.name}`}>
              {dictionary.dictionaryName}
              <small className="note block">{dictionary.category}</small>
            </span>
            <span className="numeric">{text.entries(formatNumber(dictionary.entryCount))}</span>
          </li>
        ))}
      </ul>
      <More count={total - content.length} />
    </Card>
  );
}

function Count({ children }: { children: string }) {
  return <span className="quiet numeric">{children}</span>;
}

function More({ count }: { count: number }) {
  return count > 0 ? <p className="quiet above-8">{text.more(formatNumber(count))}</p> : null;
}
