import type { Plugin, Rolldown } from "vite";
import type { PageKind } from "../domain/pages.ts";

type Chunk = Rolldown.OutputChunk;

/** What each kind of page begins with besides index.html's own script. */
const beginnings: Record<PageKind, readonly string[]> = {
  login: ["/src/login/LoginPage.tsx"],
  action: ["/src/login/action/ActionPage.tsx", "/src/providers/signIn/passwordLinks.ts"],
  admin: ["/src/AdminArea.tsx"],
  staff: ["/src/StaffArea.tsx", "/src/providers/signIn/firebaseIdentity.ts"],
};
const EARLY = "/src/early.ts";
const FIRST_SCRIPT = '<script type="module"';
const END_OF_HEAD = "</head>";

/**
 * Writes a page per kind, such as login.html: index.html with links to all code that the page
 * needs, so that the browser requests it at once and not import by import. The first reads are sent
 * by a script of their own, which does not wait for the rest.
 */
export function pages(nonce: string): Plugin {
  return {
    name: "pages",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const html = String(page.source);
      const early = chunkWith(EARLY, chunks);
      for (const [kind, beginning] of Object.entries(beginnings)) {
        const needed = beginning.map((path) => chunkWith(path, chunks));
        const script = `<script type="module" async crossorigin src="/${early.fileName}" nonce="${nonce}"></script>`;
        const links = linksTo(needed, chunks)
          .filter(({ file }) => !html.includes(file))
          .map(
            ({ rel, file }) => `<link rel="${rel}" crossorigin href="/${file}" nonce="${nonce}">`,
          );
        const source = html
          .replace(FIRST_SCRIPT, `${script}\n    ${FIRST_SCRIPT}`)
          .replace(END_OF_HEAD, links.map((link) => `  ${link}\n  `).join("") + END_OF_HEAD);
        this.emitFile({ type: "asset", fileName: `${kind}.html`, source });
      }
      delete bundle["index.html"];
    },
  };
}

function chunkWith(path: string, chunks: readonly Chunk[]): Chunk {
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
  const chunk = entry ?? chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
  if (!chunk) throw new Error(`${path} is not in the build`);
  return chunk;
}

/** The chunks, their styles, and those that they import. */
function linksTo(beginning: readonly Chunk[], chunks: readonly Chunk[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of beginning) add(chunk);
  const link = (rel: string) => (file: string) => ({ rel, file });
  return [...[...styles].map(link("stylesheet")), ...[...scripts].map(link("modulepreload"))];
}
