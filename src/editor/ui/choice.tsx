import css from './editor.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: [value: Value, name: string][]
  onChoose: (value: Value) => void
}

/** A drop-down of languages. */
export const Choice = <Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) => (
  <label className={css.choice}>
    {label}
    <select value={value} onChange={({ target }) => onChoose(target.value as Value)}>
      {options.map(([each, name]) => (
        <option key={each} value={each} lang={each}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
