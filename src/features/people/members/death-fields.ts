/** The fields of a member who died. They are part of `MEMBER_FIELDS`, which explains them. */
export const DEATH_FIELDS = {
  diedOn: {
    columns: {
      diedOn: {
        kind: 'date',
        aliases: [
          'died on',
          'date of death',
          'death date',
          'deceased date',
          'date deceased',
          'deceased on',
          '逝世日期',
          '死亡日期',
          '安息日期',
        ],
        form: { group: 'churchGroup', place: 65, label: { en: 'Died on', 'zh-TW': '逝世日期' } },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'day of death, as YYYY-MM-DD; the status is then Deceased' },
    isPast: true,
  },
  estate: {
    columns: {
      estateName: {
        part: 'name',
        form: { group: 'estateGroup', place: 10, label: { en: 'Estate of', 'zh-TW': '逝者姓名' } },
        flag: { says: 'name of the estate without "Estate of", if it is not the name of the member' },
      },
      estateCareOf: {
        part: 'careOf',
        form: { group: 'estateGroup', place: 20, label: { en: 'Care of', 'zh-TW': '轉交人' } },
        flag: { says: 'who receives the letters of the estate' },
      },
      estateAddressLine1: {
        part: 'address.line1',
        form: { group: 'estateGroup', place: 30, label: { en: 'Street of the estate', 'zh-TW': '轉交街道' } },
        flag: { says: 'street to which the letters of the estate go' },
      },
      estateAddressLine2: {
        part: 'address.line2',
        form: { group: 'estateGroup', place: 40, label: { en: 'Apartment of the estate', 'zh-TW': '轉交樓室' } },
        flag: { says: 'apartment of this address' },
      },
      estateCity: {
        part: 'address.city',
        form: { group: 'estateGroup', place: 50, label: { en: 'City of the estate', 'zh-TW': '轉交城市' } },
        flag: { says: 'city of this address' },
      },
      estateState: {
        part: 'address.state',
        form: { group: 'estateGroup', place: 60, label: { en: 'State of the estate', 'zh-TW': '轉交州別' } },
        flag: { says: 'state of this address' },
      },
      estatePostalCode: {
        part: 'address.postalCode',
        form: { group: 'estateGroup', place: 70, label: { en: 'Postal code of the estate', 'zh-TW': '轉交郵遞區號' } },
        flag: { says: 'postal code of this address' },
      },
      estateCountry: {
        part: 'address.country',
        form: { group: 'estateGroup', place: 80, label: { en: 'Country of the estate', 'zh-TW': '轉交國家' } },
        flag: { says: 'country of this address' },
      },
    },
    merge: 'whenEmpty',
    search: null,
    // Each part has a flag.
    flag: null,
  },
} as const;
