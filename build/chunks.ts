import type { Rolldown } from "vite";

const entries = {
  index: "/src/main.tsx",
  login: "/src/login/LoginPage.tsx",
  action: "/src/login/action/ActionPage.tsx",
  admin: "/src/AdminArea.tsx",
  staff: "/src/StaffArea.tsx",
  early: "/src/early.ts",
} as const;

type Entry = keyof typeof entries;
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const LIBRARY = /[\\/]node_modules[\\/]/;
const FIREBASE = /[\\/]node_modules[\\/](@firebase|firebase|idb)[\\/]/;
const LATE_SIGNED_OUT =
  /[\\/](i18n[\\/]ja[\\/](secondFactor|newPassword)|oneTimeCode|passwordRules)\.ts$/;
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

const isEntry = (id: string) => Object.values(entries).some((path) => id.endsWith(path));

/** What a signed-out page loads late stays with that page: no area needs it. */
const isSignedOutPage = (id: string) => id.endsWith(entries.login) || id.endsWith(entries.action);

/** The entries that import a module of ours statically; `lazy` for code that loads later. */
function entriesOf(id: string, context: Context, seen = new Set<string>()): Set<Entry | "lazy"> {
  const found = new Set<Entry | "lazy">();
  if (seen.has(id)) return found;
  seen.add(id);
  for (const [entry, path] of Object.entries(entries)) {
    if (id.endsWith(path)) found.add(entry as Entry);
  }
  const { importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {};
  const isLazy = found.size === 0 && dynamicImporters.length > 0;
  if (isLazy && !dynamicImporters.every(isSignedOutPage)) found.add("lazy");
  for (const importer of importers) {
    for (const entry of entriesOf(importer, context, seen)) found.add(entry);
  }
  return found;
}

/**
 * The group of a module that some entry imports statically; null for other modules, and for the
 * entries themselves: main.tsx awaits the others, so none of them may import its chunk.
 */
function initialGroup(id: string, context: Context): string | null {
  if (LIBRARY.test(id)) return REACT.test(id) ? "start" : "area";
  const found = entriesOf(id, context);
  if (found.has("early")) return "early";
  if (isEntry(id)) return null;
  const isSignedOut = found.has("login") || found.has("action");
  const isLazy = found.delete("lazy");
  const isSignedIn = found.has("admin") || found.has("staff");
  if (found.has("index") || (isSignedOut && (isSignedIn || isLazy))) return "start";
  const [only = null, ...others] = found;
  if (others.length === 0) return only;
  return isSignedOut ? "signedOut" : "area";
}

const initial = (group: string, priority: number): Rolldown.CodeSplittingGroup => ({
  name: (id, context) => (initialGroup(id, context) === group ? group : null),
  debugName: group,
  tags: ["$initial"],
  priority,
});

/**
 * Few and large files: the first reads, what every page needs, what both areas need, one per area,
 * the SDK of the identity service, and what several screens need that load when they are opened. A group takes the dependencies of
 * its modules along, except those of groups with a higher priority.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    initial("early", 5),
    initial("start", 4),
    initial("area", 3),
    initial("signedOut", 3),
    initial("admin", 2),
    initial("staff", 2),
    initial("action", 2),
    { name: "firebase", test: FIREBASE, priority: 2 },
    // The signed-out pages load it late, and must not load what the areas share along with it.
    { name: "lateSignedOut", test: LATE_SIGNED_OUT, priority: 2 },
    { name: "forms", minShareCount: 3, priority: 1 },
  ],
};
