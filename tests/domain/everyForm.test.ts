import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";

/** Forms of their own. CreatePage, EditPage, FormBody and DialogForm ask for a draft by their types. */
const OWN_FORM = /<(form|Form|textarea)\b/;
const WITHOUT_DRAFT = /\bdraft=\{null\}/;

/** Forms whose input is not kept on the device, each with its reason (docs/decisions/051-drafts.md). */
const NOT_KEPT: Readonly<Record<string, string>> = {
  "components/copy/SelectableText.tsx": "nothing is typed",
  "components/form/FormBody.tsx": "its page hands it the draft",
  "components/list/SearchForm.tsx": "a search saves nothing",
  "components/ways/wizard/ProviderForm.tsx": "secrets, also where nobody is signed in",
  "components/proposals/ProposeWord.tsx": "a passage of a text that may be confidential",
  "components/views/ViewRow.tsx": "one name, which replaces another",
  "layout/personalSettings/FactorForms.tsx": "codes and secrets",
  "layout/personalSettings/PersonalSettings.tsx": "passwords",
  "login/CodeForm.tsx": "codes",
  "login/ResetForm.tsx": "nobody is signed in",
  "login/SignInForm.tsx": "passwords",
  "login/action/EndedInvitation.tsx": "nothing is typed",
  "login/action/NewPasswordForm.tsx": "passwords",
  "resources/dictionaries/entries/EntrySearch.tsx": "a search saves nothing",
  "resources/dictionaries/learn/LearnForm.tsx": "the texts may be confidential",
  "resources/dictionaries/preview/AddEntry.tsx": "a passage of a text that may be confidential",
  "resources/dictionaries/preview/PreviewForm.tsx": "the text may be confidential",
  "resources/dictionaries/proposals/CorrectDialog.tsx": "the proposal has most of it",
  "resources/erasures/ErasePage.tsx": "what confirms an erasure is typed each time",
  "staff/HomePage.tsx": "a search saves nothing",
};

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({
    path: file.replaceAll(sep, "/"),
    source: readFileSync(join("src", file), "utf8"),
  }));

const keeps = (source: string) => /\buseDraft\(/.test(source);

describe("every form of the console", () => {
  it("keeps its input on the device, or is known not to", () => {
    const without = sources
      .filter(
        ({ source }) => (OWN_FORM.test(source) && !keeps(source)) || WITHOUT_DRAFT.test(source),
      )
      .map(({ path }) => path);
    expect(without.sort()).toEqual(Object.keys(NOT_KEPT).sort());
  });

  it("keeps the key of what it creates with its draft", () => {
    const posting = sources.filter(
      ({ source }) =>
        /useWriter?\(\s*"POST /.test(source) && (keeps(source) || /\bdraft="/.test(source)),
    );
    const lacking = posting.filter(
      ({ source }) => !/, (submission|draft\.submission)\)/.test(source),
    );
    expect(posting.length).toBeGreaterThan(4);
    expect(lacking.map(({ path }) => path)).toEqual([]);
  });
});
