import { useQuery } from "@tanstack/react-query";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { PageError } from "../../../components/display/PageError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { LIST } from "../listLink.ts";
import { usePageDictionary } from "../usePageDictionary.ts";
import { EngineReport } from "./EngineReport.tsx";
import styles from "./fitness.module.css";

const TITLE = "resources.dictionaries.fitness.title";

/** /dictionaries/{id}/fitness: what of a dictionary each engine cannot take. */
export function FitnessPage() {
  const { id, dictionary, error } = usePageDictionary();
  const translate = useTranslate();
  const text = useText("resources.dictionaries.fitness");
  const { api } = useApi();
  const fitness = useQuery({
    queryKey: ["dictionaries", "fitness", id],
    queryFn: ({ signal }) => api("GET /dictionaries/{id}/fitness", { id, signal }),
  });

  const failed = !dictionary ? error : fitness.data ? null : fitness.error;
  if (failed) return <PageError title={TITLE} back={LIST} error={failed} />;
  if (!dictionary || !fitness.data) return <PageSkeleton title={TITLE} />;
  const { dictionaryId, dictionaryName } = dictionary;
  return (
    <DetailPage>
      <PageTitle
        title={translate("resources.dictionaries.fitness.of", { name: dictionaryName })}
        back={{
          to: `/dictionaries/${dictionaryId}/show`,
          name: "resources.dictionaries.form.detail",
        }}
      />
      <h2 className={styles.group}>{text("recognisers")}</h2>
      <p>{text("recognisersLead")}</p>
      {fitness.data.recognisers.map(({ engine, entries: misfits, ...counts }) => (
        <EngineReport
          key={engine}
          dictionaryId={dictionaryId}
          words="sent"
          report={{
            title: `resources.dictionaries.engines.${engine}`,
            misfits,
            ...counts,
          }}
        />
      ))}
      <h2 className={styles.group}>{text("files")}</h2>
      <p>{text("lead")}</p>
      {fitness.data.engines.map(({ engine, ...report }) => (
        <EngineReport
          key={engine}
          dictionaryId={dictionaryId}
          words="file"
          report={{ title: `resources.dictionaries.formats.${engine}`, ...report }}
        />
      ))}
    </DetailPage>
  );
}
