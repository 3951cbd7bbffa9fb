; What electron-builder's uninstaller does besides: Windows no longer starts Askbell at login, nor opens askbell:
; addresses with it (both are registered by Askbell itself), and it says what stays.

; Windows' numbers of the languages that Askbell speaks; the low ten bits are the language, the others the country.
!define ASKBELL_LANGUAGE_BITS 0x3ff
!define ASKBELL_GERMAN 0x07
!define ASKBELL_SPANISH 0x0a

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "io.github.askbell"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "io.github.askbell"
    DeleteRegKey HKCU "Software\Classes\askbell"
    Push $0
    Push $1
    IntOp $0 $LANGUAGE & ${ASKBELL_LANGUAGE_BITS}
    ${if} $0 = ${ASKBELL_GERMAN}
      StrCpy $1 "Askbell ist entfernt. Deine Einstellungen und dein Verlauf bleiben in $APPDATA\Askbell. \
        Lösche diesen Ordner, wenn du sie nicht behalten willst."
    ${elseIf} $0 = ${ASKBELL_SPANISH}
      StrCpy $1 "Askbell se ha desinstalado. Tus ajustes y tu historial siguen en $APPDATA\Askbell. \
        Borra esa carpeta si no quieres conservarlos."
    ${else}
      StrCpy $1 "Askbell is removed. Your settings and history stay in $APPDATA\Askbell. \
        Delete that folder if you do not want to keep them."
    ${endIf}
    MessageBox MB_OK|MB_ICONINFORMATION $1 /SD IDOK
    Pop $1
    Pop $0
  ${endIf}
!macroend
