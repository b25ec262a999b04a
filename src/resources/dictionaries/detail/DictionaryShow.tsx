import { ShowBase, useGetRecordId, useShowContext } from "react-admin";
import { DetailColumns, DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { RecordTitle } from "../../../components/display/RecordTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { isGone } from "../../../providers/answerStatus.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { ImportButton } from "../ImportButton.tsx";
import { LockState } from "../LockState.tsx";
import { useLiveDictionaries } from "../useLiveDictionaries.ts";
import { DictionaryActions } from "./DictionaryActions.tsx";
import { DictionaryFacts, RecordFacts } from "./DictionaryFacts.tsx";
import { EntriesButton } from "./EntriesButton.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { FitnessButton } from "./FitnessButton.tsx";
import { LockNotice } from "./LockNotice.tsx";

export function DictionaryShow() {
  useLiveDictionaries(useGetRecordId());
  return (
    <ShowBase
      loading={<PageSkeleton title="resources.dictionaries.name" />}
      queryOptions={QUERY_OPTIONS}
    >
      <DictionaryDetail />
    </ShowBase>
  );
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

const LIST = { to: "/dictionaries", name: "resources.dictionaries.form.list" };

function ShowLoadError({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle title="resources.dictionaries.detail.title" back={LIST} />
      <LoadError error={error} />
    </>
  );
}

function DictionaryDetail() {
  const { record: dictionary, error } = useShowContext<DictionaryRecord>();
  // If a reload fails, the shown data stays.
  if (!dictionary || isGone(error)) return <ShowLoadError error={error} />;
  return (
    <DetailPage>
      <RecordTitle
        title="resources.dictionaries.detail.title"
        back={LIST}
        extra={<LockState dictionary={dictionary} />}
        actions={
          <>
            <EntriesButton dictionary={dictionary} />
            <ImportButton dictionaryId={dictionary.dictionaryId} />
            <ExportButton dictionary={dictionary} />
            <FitnessButton dictionary={dictionary} />
            <DictionaryActions dictionary={dictionary} />
          </>
        }
      />
      <LockNotice dictionary={dictionary} />
      <DetailColumns>
        <Section title="resources.dictionaries.detail.factsSection">
          <DictionaryFacts dictionary={dictionary} />
        </Section>
        <Section title="resources.dictionaries.detail.recordSection">
          <RecordFacts dictionary={dictionary} />
        </Section>
      </DetailColumns>
    </DetailPage>
  );
}
