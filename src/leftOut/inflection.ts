/** Words as they are: the catalogue has a label for everything, so that none is made of an English name. */
const asItIs = (word: string) => word;

export {
  asItIs as capitalize,
  asItIs as humanize,
  asItIs as inflect,
  asItIs as pluralize,
  asItIs as singularize,
  asItIs as transform,
};
