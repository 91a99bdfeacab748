import { ChoiceBox } from '../kit/choice-box.tsx';
import { categoryOptions, useNames } from './names.ts';

type Props = {
  label: string;
  /** The chosen subcategory, or null if none is chosen. */
  subCategoryId: number | null;
  onChoose: (subCategoryId: number) => void;
  /** Called when the text is emptied. Without it, the box returns to the chosen subcategory. */
  onClear?: () => void;
  fault?: string | undefined;
};

/** A text box to choose the category of an expense by some letters of its name or group. */
export function CategoryBox({ subCategoryId, ...rest }: Props) {
  const names = useNames();
  return (
    <ChoiceBox
      {...rest}
      chosen={names.category({ subCategoryId, subCategoryName: null })}
      optionsFor={(text) => categoryOptions(text, names.groups)}
      isSearching={names.isLoading}
    />
  );
}
