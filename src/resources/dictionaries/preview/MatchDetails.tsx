import { LinkBase, useTranslate } from "react-admin";
import type { PreviewMatch } from "../../../../domain/preview.ts";
import { CategoryMark } from "./CategoryMark.tsx";
import { entryPath } from "./entryPath.ts";
import styles from "./preview.module.css";
import type { UsedMatch } from "./previewMatches.ts";

/** The entry used at the chosen mark, and those that it is preferred to. */
export function MatchDetails({ chosen }: { chosen: UsedMatch | undefined }) {
  const translate = useTranslate();
  if (!chosen) return null;
  return (
    <section
      className={styles.details}
      aria-live="polite"
      aria-label={translate("resources.preview.details")}
    >
      <h3>{translate("resources.preview.used")}</h3>
      <Detail match={chosen.match} />
      {chosen.others.length > 0 ? (
        <>
          <h3>{translate("resources.preview.others")}</h3>
          <ul>
            {chosen.others.slice(0, SHOWN).map((other) => (
              <li key={`${other.start} ${other.end} ${other.entryId}`}>
                <Detail match={other} />
              </li>
            ))}
          </ul>
          {chosen.others.length > SHOWN ? (
            <p>{translate("resources.preview.more", { count: chosen.others.length - SHOWN })}</p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

const SHOWN = 20;

function Detail({ match }: { match: PreviewMatch }) {
  return (
    <div className={styles.detail}>
      <p>
        <LinkBase to={entryPath(match)}>{match.surface}</LinkBase>
        <span className={styles.reading}>{match.reading}</span>
      </p>
      <p className={styles.source}>
        <CategoryMark category={match.category}>{match.dictionaryName}</CategoryMark>
      </p>
      <p>{match.reason}</p>
    </div>
  );
}
