import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { ResourceContextProvider } from "react-admin";
import { useParams } from "react-router";
import type { Erasure } from "../../../domain/erasing/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { PageError, PageSkeleton } from "../../components/display/PageState.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { Section } from "../../components/display/Section.tsx";
import { erasurePages } from "../../i18n/ja/erasurePages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { RemovedTable } from "./RemovedTable.tsx";

const text = erasurePages.certificate;

const TITLE = text.title;
const LEFT_AGAIN_MS = 5_000;

/** /erasures/{id}: the certificate of an erasing, to be printed. It says nothing of what was erased. */
export function Certificate() {
  const { id = "" } = useParams();
  const { api } = useApi();
  const { data: erasure, error } = useQuery({
    queryKey: ["erasures", id],
    queryFn: ({ signal }) => api("GET /erasures/{id}", { id, signal }),
    refetchInterval: ({ state }) => (state.data?.accountsLeft ? LEFT_AGAIN_MS : false),
  });
  if (!erasure && error) return <PageError title={TITLE} error={error} />;
  if (!erasure) return <PageSkeleton title={TITLE} />;
  return (
    <ResourceContextProvider value="erasures">
      <CertificateSections erasure={erasure} />
    </ResourceContextProvider>
  );
}

function CertificateSections({ erasure }: { erasure: Erasure }) {
  const { kind, organizationName, people, accountsLeft, resealedDays } = erasure;
  const back =
    kind === "user"
      ? { to: `/users/${erasure.userId}/show`, name: erasurePages.preview.user }
      : {
          to: `/organizations/${erasure.organizationId}`,
          name: erasurePages.preview.organization,
        };
  return (
    <DetailPage>
      <PageTitle
        title={TITLE}
        back={back}
        actions={
          <Button variant="outlined" className="screen-only" onClick={() => window.print()}>
            {text.print}
          </Button>
        }
      />
      <Section title={text.factsSection}>
        <Facts>
          <Fact source="erasureId" label={erasurePages.fields.erasureId}>
            {erasure.erasureId}
          </Fact>
          <Fact source="erasedAt" label={erasurePages.fields.erasedAt}>
            {formatDateTime(erasure.erasedAt)}
          </Fact>
          <Fact source="erasedBy" label={erasurePages.fields.erasedBy}>
            {erasure.erasedBy.userName}
          </Fact>
          <Fact source="subject" label={erasurePages.fields.subject}>
            {kind === "user"
              ? text.subject.user
              : text.subject.organization(organizationName ?? "")}
          </Fact>
          <Fact source="people" label={erasurePages.fields.people} wide>
            {text.from(rangesOf(people))}
          </Fact>
          <Fact source="accountsLeft" label={erasurePages.fields.accountsLeft}>
            {accountsLeft === 0 ? text.accountsDone : text.accountsLeft(formatNumber(accountsLeft))}
          </Fact>
        </Facts>
      </Section>
      <Section title={text.removedSection}>
        <div className="grid gap-8">
          <RemovedTable removed={erasure.removed} />
          {resealedDays === 0 ? null : (
            <p>
              {text.resealed}：{text.days(formatNumber(resealedDays))}
            </p>
          )}
          <p>{text.statement}</p>
        </div>
      </Section>
    </DetailPage>
  );
}

/** 3〜5、8 of 3, 4, 5 and 8. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open && open[1] === number - 1) open[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}〜${last}`))
    .join("、");
}
