# Completion for fish. It asks the program itself what may come next, so it is never out of date.

function __duello_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for word in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        switch $word
            case '\*files\*'
                __fish_complete_path "$current"
            case '\*folders\*'
                __fish_complete_directories "$current"
            case '*'
                echo $word
        end
    end
end

complete -c duello -f -a '(__duello_complete)'
