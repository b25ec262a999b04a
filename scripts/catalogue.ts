import { madeCatalogue, writeCatalogue } from "./madeCatalogue.ts";

/** Writes down what the migrations make. */
const catalogue = await madeCatalogue();
writeCatalogue(catalogue);
console.log(
  `${Object.keys(catalogue).length} parts of the schema are in server/db/catalogue.json.`,
);
